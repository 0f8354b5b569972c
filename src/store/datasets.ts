import type { Party } from '../domain/dataset.js';

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

/** What all live records of a data set say of one party. */
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
}
