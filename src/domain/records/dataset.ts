import type { Identifier } from '../entity.js';
import type { PartyAddress } from '../places/address-parts.js';

/**
 * A record that is not an entity but describes an event of one: an award, a registration, a return, a loan, a lien. A data set's record
 * names parties; links are made between its parties and entities, never between records.
 */
export interface DatasetDraft {
  /** Unique in the data set; raw values of the publisher only. */
  readonly key: string;
  /** If the publisher issues a record again under one key, the greatest text wins; blank if the last does. */
  readonly version?: string | undefined;
  /** The part of the data set that a complete file vouches for (a state); omitted where it is the whole. */
  readonly scope?: string | undefined;
  /** Calendar date by which lists are ordered, newest first. */
  readonly date?: string | undefined;
  /** The values that enrichment shows, and those it is made from. */
  readonly document: object;
  readonly parties: readonly Party[];
}

/** Starts the key of a party that has no names: by it requests find the record, and it is never linked. */
export const LOOKUP = 'lookup:';

/** A body that a record names; everything a link to an entity is made from. */
export interface Party {
  /** `ein:060996545`, `uei:UE9QJD4KK1L6` where the publisher has such a number, else a key within the data set. */
  readonly key: string;
  readonly names: readonly PartyName[];
  readonly address?: PartyAddress | undefined;
  /** Further addresses, such as a mailing address. */
  readonly otherAddresses?: readonly PartyAddress[] | undefined;
  readonly incorporationState?: string | undefined;
  readonly people?: readonly string[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  /** The year of the event. */
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
  /** The places of the files that hold it among those of the run, with commas between; undefined if it reads one only. */
  files?: string | undefined;
  /** A row of the record was unreadable. If the record is stored, it does not change. */
  partial?: boolean | undefined;
}
