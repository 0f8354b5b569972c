import type { Identifier } from '../entity.js';
import type { PartyAddress } from '../places/address-parts.js';

/**
 * A record that is not an entity but describes an event of one: an award, a registration, a return, a loan, a lien. A record
 * names parties. Links are made between parties and entities, never between records.
 */
export interface DatasetDraft {
  /** Unique in the data set; contains only the publisher's raw values. */
  readonly key: string;
  /** If the publisher issues a record again under one key, the greatest text wins; blank if the last record wins. */
  readonly version?: string | undefined;
  /** The part of the data set (a state) that a complete file covers; omitted if it covers all. */
  readonly scope?: string | undefined;
  /** Calendar date that orders lists, newest first. */
  readonly date?: string | undefined;
  /** The values that enrichment shows, and those it is computed from. */
  readonly document: object;
  readonly parties: readonly Party[];
}

/** Prefix for keys of parties without names. Requests find records by them; they are never linked. */
export const LOOKUP = 'lookup:';

/** A body named in a record, with everything that a link is decided from. */
export interface Party {
  /** `ein:060996545`, `uei:UE9QJD4KK1L6` if the publisher has such a number, else a key within the data set. */
  readonly key: string;
  readonly names: readonly PartyName[];
  readonly address?: PartyAddress | undefined;
  /** Further addresses, such as a mailing address. */
  readonly otherAddresses?: readonly PartyAddress[] | undefined;
  readonly incorporationState?: string | undefined;
  readonly people?: readonly string[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  /** Year of the event. */
  readonly activeYear?: number | undefined;
}

export interface PartyName {
  readonly text: string;
  readonly kind: 'current' | 'former' | 'assumed' | 'sort' | 'joined';
}

/** A record ready to be stored. */
export interface DatasetRow {
  readonly key: string;
  readonly version: string;
  readonly scope: string;
  readonly date: string;
  /** JSON text. */
  readonly document: string;
  /** `Party[]` as JSON text. */
  readonly parties: string;
  readonly partyKeys: readonly string[];
  /** 16 hexadecimal digits over all of the above. */
  readonly hash: string;
  /**
   * The positions, separated by commas, of the run's files that contain the record; `undefined` if the run has one file only.
   */
  files?: string | undefined;
  /** A row of the record was unreadable. If the record is stored, it does not change. */
  partial?: boolean | undefined;
}
