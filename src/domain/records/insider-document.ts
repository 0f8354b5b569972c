import { LOOKUP } from './dataset.js';

/** A role as the SEC's data set writes it. */
export const INSIDER_ROLES = ['TenPercentOwner', 'Director', 'Officer', 'Other'] as const;
export type InsiderRole = (typeof INSIDER_ROLES)[number];

/** One filing on form 3, 4 or 5, as stored. CIKs are without leading zeros. */
export interface InsiderDocument {
  readonly issuer: string;
  readonly issuerName: string;
  readonly accession: string;
  /** `4`, `4/A` and so on. */
  readonly form: string;
  /** `YYYY-MM-DD`. */
  readonly filed: string;
  readonly owners: readonly {
    readonly cik: string;
    /** A person or an organization. */
    readonly name: string;
    readonly roles: readonly InsiderRole[];
    /** Of an officer. */
    readonly title: string | null;
  }[];
}

export const INSIDERS = 'us_sec_insiders';

/** Party keys of the filings about an issuer, and of those by an owner. */
export const filingsAbout = (cik: string) => `${LOOKUP}issuer:${cik}`;
export const filingsBy = (cik: string) => `${LOOKUP}owner:${cik}`;
