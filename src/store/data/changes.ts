import type { ChangeKind, RecordType } from '../../contract/vocabulary.js';
import type { EntityData } from '../../domain/entity.js';
import type { NumberedEntry } from '../../domain/records/numbered-dataset.js';

/**
 * The feed of changes: one sequence over entities, filings, filers and links, written in the transactions that change
 * them. A position is the `seq` of the last event that was read; 0 stands before the first.
 */
export interface ChangeFeed {
  /**
   * Events behind the position, oldest first, at most `max`. A filter looks at a bounded stretch of the feed, so a page
   * may hold fewer, or none, and its `next` still moves on. `null`: from the oldest that is kept. Throws
   * `ChangesExpiredError` if events behind the position are deleted, or the feed never came that far.
   */
  changesAfter(position: number | null, max: number, filter?: ChangeFilter): Promise<ChangePage>;
  /**
   * How many events lie behind the position and not behind `upTo`, by the filter: as many as `changesAfter` gives. Throws
   * `ChangesExpiredError` as it does.
   */
  countChanges(position: number, upTo: number, filter?: ChangeFilter): Promise<number>;
  /**
   * Events of one id, newest first, at most `max`: those before the position `before`, if it is given, and seen at
   * `until` or earlier and `from` or later (milliseconds since 1970), if those are given.
   */
  historyOf(
    id: string,
    max: number,
    bounds?: { readonly before?: number; readonly until?: number; readonly from?: number },
  ): Promise<History>;
  /** An entity as it was held at a time (milliseconds since 1970). `undefined` if no source ever held the id. */
  entityAt(id: string, at: number): Promise<EntityAt | undefined>;
  state(): Promise<FeedState>;
  /**
   * A position such that a reader of the content of this version who goes on from it misses nothing. Some events behind
   * it may be in that content already; taken in again, in order, they do no harm.
   */
  positionOf(contentVersion: number): Promise<number>;
  /** Deletes events that were seen before this time, in milliseconds since 1970; the newest event always stays. */
  expire(before: number): Promise<void>;
  /** Adds changes of links to the feed; a change that is given again is added once. `at` in milliseconds since 1970. */
  putLinkChanges(changes: readonly LinkChange[], at: number): Promise<void>;
  /** Records found by number that came or went and are not in the feed yet, oldest first. */
  recordChanges(max: number): Promise<readonly RecordChange[]>;
  /** Those after the number `after` that are of the parties. */
  laterRecordChanges(
    source: string,
    parties: readonly string[],
    after: number,
  ): Promise<readonly RecordChange[]>;
  /** Adds events to the feed and deletes the record changes up to this number, in one transaction. */
  putRecordChanges(events: readonly RecordsOfEntity[], upTo: number, at: number): Promise<void>;
}

/** A record that is found under the key of a party since a run, or no longer. */
export interface RecordChange {
  /** Grows from change to change. */
  readonly number: number;
  readonly source: string;
  readonly run: number;
  readonly party: string;
  /** Key of the record. */
  readonly record: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly date: string;
  readonly isLive: boolean;
}

/** The records of a data set that state a number of an entity, before and after a run. */
export interface RecordsOfEntity {
  readonly entity: string;
  readonly source: string;
  readonly run: number;
  readonly before: readonly NumberedEntry[];
  readonly after: readonly NumberedEntry[];
}

export interface ChangeEvent {
  /** Grows from event to event; numbers may be missing. */
  readonly seq: number;
  readonly kind: ChangeKind;
  readonly recordType: RecordType;
  /** The id of an entity or a source, the accession number of a filing, the 10 digits of a filer. */
  readonly id: string;
  /** The source, or the data set of a link, that says so; null for what several say together. */
  readonly source: string | null;
  /** USPS code of an entity. */
  readonly state: string | null;
  /** For a filing and for a filer. */
  readonly cik: number | null;
  /** For a filing. */
  readonly form: string | null;
  /** `FieldChange[]` as JSON text: shown fields only. */
  readonly changes: string;
  /** The publisher's date of the data, if known; `YYYY-MM-DD`. */
  readonly publishedAt: string | null;
  /** Milliseconds since 1970: when the run began, or the links were made. */
  readonly seenAt: number;
  readonly run: number | null;
}

/** Each member narrows; of a list one is enough. */
export interface ChangeFilter {
  /** Events that were seen at this time or later, in milliseconds since 1970; those before its day are not looked at. */
  readonly since?: number;
  readonly sources?: readonly string[];
  readonly states?: readonly string[];
  readonly kinds?: readonly ChangeKind[];
  readonly recordTypes?: readonly RecordType[];
  readonly id?: string;
  readonly cik?: number;
  /** Canonical: see `domain/sec/forms.ts`. */
  readonly forms?: readonly string[];
  /** Narrows the events `changed` and `link_changed` to those that name one of the fields. */
  readonly fields?: readonly string[];
}

export interface ChangePage {
  readonly events: readonly ChangeEvent[];
  /** The position behind everything that was looked at. */
  readonly next: number;
  /** More of the feed lies behind `next`. */
  readonly hasMore: boolean;
}

export interface History {
  readonly events: readonly ChangeEvent[];
  readonly hasMore: boolean;
  /** Since when the feed has every change of the record, in milliseconds since 1970. */
  readonly knownSince: number;
}

export interface EntityAt {
  /** `not_held`: no source held it yet. `gone`: its source listed it no more. */
  readonly outcome: 'held' | 'gone' | 'not_held';
  /** The record of its source, the last one if it was gone; null if it was not held. */
  readonly record: EntityData | null;
}

export interface FeedState {
  /** A name of this feed alone: positions of another one mean nothing here. */
  readonly id: string;
  /** When the feed began: the making of the data folder, or its migration; milliseconds since 1970. */
  readonly beganAt: number;
  /** From when on every event is kept, in milliseconds since 1970: the feed began, or older events were deleted. */
  readonly knownSince: number;
  /** The least position that may be read from. */
  readonly oldest: number;
  /** The position behind the newest event. */
  readonly newest: number;
}

/** A change of the shown links of one entity and data set; `entity` null: the links of the data set were made for the first time. */
export interface LinkChange {
  readonly number: number;
  /** No other change has it, in this data folder or in a copy of it. */
  readonly token: string;
  readonly entity: string | null;
  readonly dataset: string;
  /** Attached parties, in order of key; corrections of people applied. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}
