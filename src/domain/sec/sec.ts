import type { PartyAddress } from '../places/address-parts.js';

/**
 * SEC facts as published. Several files contain the same filing or filer; `sec-precedence.ts` decides which wins, field by
 * field, whatever the order of loading.
 */

export const SEC_SOURCES = [
  'us_sec_submissions',
  'us_sec_full_index',
  'us_sec_daily_index',
  'us_sec_tickers',
] as const;
export type SecSourceId = (typeof SEC_SOURCES)[number];

/** One (accession, filer, form) row. An accession with two filers or two forms is several facts. */
export interface FilingFact {
  readonly kind: 'filing';
  /** `nnnnnnnnnn-yy-nnnnnn`. */
  readonly accession: string;
  /** 1 to 9,999,999,999. */
  readonly cik: number;
  readonly form: string;
  /** `YYYY-MM-DD`. */
  readonly filed: string;
  /** Conformed period of report; for DEF 14A the meeting date. */
  readonly period?: string | undefined;
  /** The filer's name as filed. */
  readonly name?: string | undefined;
  /** True if the publisher's layout truncates names (60 characters in company.idx and form.idx). */
  readonly nameCut?: boolean | undefined;
  /** Description of the main document. */
  readonly description?: string | undefined;
  /** 8-K item numbers, `d.dd`, comma-separated as published. */
  readonly items?: string | undefined;
}

export interface FormerName {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The current facts of one source about a filer. */
export interface FilerFact {
  readonly kind: 'filer';
  readonly cik: number;
  /** `YYYY-MM-DD`: date of the newest filing in the document, if any. The later document wins. */
  readonly asOf?: string | undefined;
  readonly name?: string | undefined;
  readonly formerNames?: readonly FormerName[] | undefined;
  readonly tickers?: readonly string[] | undefined;
  /** Position in the SEC's ticker list, which is sorted by market value; see `standingAt`. */
  readonly standing?: number | undefined;
  /** 4 digits. */
  readonly sic?: string | undefined;
  readonly entityType?: string | undefined;
  /** 9 digits; a link key, never shown. */
  readonly ein?: string | undefined;
  /** EDGAR place code. */
  readonly incorporationState?: string | undefined;
  readonly city?: string | undefined;
  /** EDGAR place code of the business address: `stateOrCountry`, else `countryCode`. */
  readonly place?: string | undefined;
  /** The business address, then the mailing address if it differs. Used for linking, never shown; only of companies. */
  readonly addresses?: readonly PartyAddress[] | undefined;
  /** SEC file numbers of the registrant (`001-36743`). */
  readonly fileNumbers?: readonly string[] | undefined;
}

export type SecFact = FilingFact | FilerFact;

/** A filer after precedence. */
export interface Filer {
  readonly cik: number;
  readonly name: string;
  readonly formerNames: readonly FormerName[];
  readonly tickers: readonly string[];
  readonly sic: string | null;
  readonly entityType: string | null;
  readonly ein: string | null;
  readonly incorporationState: string | null;
  readonly city: string | null;
  readonly place: string | null;
  /** Omitted if no source gives a street. */
  readonly addresses?: readonly PartyAddress[];
  /** Only for filers in the SEC's list of tickers. */
  readonly standing?: number;
}

/** Returns false for individuals (shareholders who file): their entity type is `other`, and they have no SIC and no ticker. */
export function isCompany({ sic, tickers, entityType }: Pick<FilerFact, 'tickers'> & CompanyMarks): boolean {
  return (sic ?? null) !== null || (tickers ?? []).length > 0 || entityType === 'operating';
}

interface CompanyMarks {
  readonly sic?: string | null | undefined;
  readonly entityType?: string | null | undefined;
}

/** A stored (accession, filer, form) row after precedence. */
export interface FilingRow {
  readonly accession: string;
  readonly cik: number;
  readonly form: string;
  readonly filed: string;
  readonly period: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly items: string | null;
}

/** The data set of filers, as named in links; its parties are `cik:NUMBER`. */
export const SEC_FILERS = 'us_sec_filers';
