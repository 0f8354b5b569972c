import { LOOKUP } from './dataset.js';

/** The figures of one return of the 990 series, as filed; null if the form lacks the line or it is blank. US dollars. */
export interface ReturnFigures {
  readonly revenue: number | null;
  readonly expenses: number | null;
  readonly surplus: number | null;
  /** Book value at the end of the period, like liabilities and net assets. */
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

/** One return of the 990 series, as stored. */
export interface ReturnDocument extends ReturnFigures {
  readonly ein: string;
  /** `990`, `990EZ` or `990PF`. */
  readonly form: string;
  readonly taxYear: number | null;
  /** `YYYY-MM-DD`, like the following. */
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** Date of the return's time stamp. */
  readonly filed: string | null;
  /** The time stamp; of two returns for one period the later counts. */
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
  /** USPS code of the state of its legal domicile. */
  readonly state: string | null;
  /** Name of the organization that directly controls it; null if `N/A` or blank. */
  readonly controlledBy: string | null;
  /** Box 512(b)(13); null if blank. */
  readonly isControlled: boolean | null;
  /** 0 to 1; only for partnerships, corporations and trusts. */
  readonly ownership: number | null;
}

/** Party key of the returns of an EIN. */
export const returnsOf = (ein: string) => `${LOOKUP}ein:${ein}`;
/** Party key of returns that name an EIN as a related organization. */
export const returnsNaming = (ein: string) => `${LOOKUP}related:${ein}`;
