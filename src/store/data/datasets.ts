import type { Party } from '../../domain/records/dataset.js';

/** One record of a data set. */
export interface DatasetRecord {
  readonly key: string;
  readonly document: string;
  readonly date: string;
}

export interface PartyRecords {
  readonly records: readonly DatasetRecord[];
  readonly totalCount: number;
}

/** How many records have a date in the year. */
export interface YearCount {
  /** `2024`. */
  readonly year: string;
  readonly count: number;
}

/** The facts of all live records of a data set on one party. */
export interface StoredParty {
  readonly party: Party;
  /** Over everything that is said of it. */
  readonly hash: string;
}

export interface DatasetState {
  /** The last run that ended well. */
  readonly run: number;
  /** The publisher's date of it. */
  readonly publishedAt: string | null;
  /** The parts that the last load of the whole did not have: companion tables, and fields (`table.field`) without their columns. */
  readonly missing: readonly string[];
}

/** Texts are words as `searchText` makes them; all must stand in one name. Bounds are included; null asks nothing. */
export interface ContractQuery {
  readonly recipient: string | null;
  /** Name of the agency or its part. */
  readonly agency: string | null;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  /** Digits with which the code begins. */
  readonly naics: string | null;
  /** Start of performance. */
  readonly from: string | null;
  readonly to: string | null;
  /** Newest or largest first; what has no date or amount last. */
  readonly sort: 'date' | 'amount';
  readonly limit: number;
  readonly offset: number;
}

/** As above. */
export interface LobbyingQuery {
  readonly client: string | null;
  readonly registrant: string | null;
  readonly issue: string | null;
  readonly year: number | null;
  readonly type: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A record with the keys of its parties, as the data set orders them. */
export interface FoundRecord extends DatasetRecord {
  readonly parties: readonly string[];
}

export interface RecordPage {
  readonly records: readonly FoundRecord[];
  /** Exact. */
  readonly totalCount: number;
}
