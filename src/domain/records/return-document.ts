import { LOOKUP } from './dataset.js';

/** The figures of one return of the 990 series, as filed; null if the form has no such line or it is blank. US dollars. */
export interface ReturnFigures {
  readonly revenue: number | null;
  readonly expenses: number | null;
  readonly surplus: number | null;
  /** Book value at the end of the period, as are liabilities and net assets. */
  readonly assets: number | null;
  readonly assetsMarketValue: number | null;
  readonly liabilities: number | null;
  readonly netAssets: number | null;
  readonly employees: number | null;
  readonly officerCompensation: number | null;
  readonly reportableCompensation: number | null;
  readonly relatedCompensation: number | null;
  readonly grantsPaid: number | null;
  readonly contractorsOver100k: number | null;
}

/** One return of the 990 series, as it is stored. */
export interface ReturnDocument extends ReturnFigures {
  readonly ein: string;
  /** `990`, `990EZ` or `990PF`. */
  readonly form: string;
  readonly taxYear: number | null;
  /** `YYYY-MM-DD`, as are the following. */
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** The day of the return's time stamp. */
  readonly filed: string | null;
  /** The time stamp itself; of two returns for one period the later one counts. */
  readonly filedAt: string;
  readonly amended: boolean;
  readonly contractors: readonly Contractor[];
  readonly related: readonly RelatedOrganization[];
}

export interface Contractor {
  readonly name: string;
  readonly services: string | null;
  readonly amount: number | null;
}

/** An organization in Schedule R. */
export interface RelatedOrganization {
  readonly name: string;
  readonly ein: string | null;
  readonly kind: 'disregarded' | 'tax-exempt' | 'partnership' | 'corporation_or_trust';
  /** USPS code of the state of its law. */
  readonly state: string | null;
  /** Name of the organization that controls it directly; null for `N/A` and a blank. */
  readonly controlledBy: string | null;
  /** Box 512(b)(13); null if blank. */
  readonly isControlled: boolean | null;
  /** 0 to 1; of partnerships, corporations and trusts only. */
  readonly ownership: number | null;
}

/** Party key by which the returns of an EIN are found. */
export const returnsOf = (ein: string) => `${LOOKUP}ein:${ein}`;
/** Party key by which returns that name an EIN as a related organization are found. */
export const returnsNaming = (ein: string) => `${LOOKUP}related:${ein}`;
