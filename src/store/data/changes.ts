import type { ChangeKind, RecordType } from '../../contract/vocabulary.js';
import type { EntityData } from '../../domain/entity.js';
import type { NumberedEntry } from '../../domain/records/numbered-dataset.js';

/**
 * The feed of changes: one sequence over entities, filings, filers and links, written in the transactions that change
 * them. A position is the `seq` of the last event that was read; 0 is before the first.
 */
export interface ChangeFeed {
  /**
   * At most `max` events after the position, oldest first. A filter reads a bounded part of the feed, so a page may have
   * fewer events, or none, and still a later `next`. `null`: from the oldest stored event. Throws `ChangesExpiredError` if
   * events after the position were deleted, or the position is after the end of the feed.
   */
  changesAfter(position: number | null, max: number, filter?: ChangeFilter): Promise<ChangePage>;
  /** The newest events that pass a filter, newest first, at most `max`. A filter without `id`, `ids` and `cik` looks at the end of the feed only. */
  newestChanges(max: number, filter: ChangeFilter): Promise<readonly ChangeEvent[]>;
  /**
   * The number of events after the position, up to `upTo`, that match the filter: as many as `changesAfter` returns. Throws
   * `ChangesExpiredError` as it does.
   */
  countChanges(position: number, upTo: number, filter?: ChangeFilter): Promise<number>;
  /**
   * At most `max` events of one id, newest first: before the position `before`, and seen from `from` to `until`
   * (milliseconds since 1970, both included), where given.
   */
  historyOf(
    id: string,
    max: number,
    bounds?: { readonly before?: number; readonly until?: number; readonly from?: number },
  ): Promise<History>;
  /** An entity as it was stored at a time (milliseconds since 1970). `undefined` if no source ever had the id. */
  entityAt(id: string, at: number): Promise<EntityAt | undefined>;
  state(): Promise<FeedState>;
  /**
   * A position from which a reader with the content of this version misses nothing. Some events after it may be in that
   * content already; applying them again in order is harmless.
   */
  positionOf(contentVersion: number): Promise<number>;
  /** Deletes events that were seen before this time (milliseconds since 1970), except the newest event. */
  expire(before: number): Promise<void>;
  /** Adds changes of links, each once, even if passed again. `at` in milliseconds since 1970. */
  putLinkChanges(changes: readonly LinkChange[], at: number): Promise<void>;
  /** Records found by number that came, went or changed and are not in the feed yet, oldest first. */
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

/** A record that is found under the key of a party since a run, or no longer. A changed record is noted as both. */
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
  /** As `NumberedEntry` has it; empty in a note of an older release. */
  readonly version: string;
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
  /** Ascends from event to event; numbers may be missing. */
  readonly seq: number;
  readonly kind: ChangeKind;
  readonly recordType: RecordType;
  /** The id of an entity or a source, the accession number of a filing, the 10 digits of a filer. */
  readonly id: string;
  /** The source, or the data set of a link; null if several sources state it together. */
  readonly source: string | null;
  /** USPS code of an entity. */
  readonly state: string | null;
  /** For a filing and for a filer. */
  readonly cik: number | null;
  /** For a filing. */
  readonly form: string | null;
  /** `FieldChange[]` as JSON text, only of fields that the API returns. */
  readonly changes: string;
  /** The publisher's date of the data, if known; `YYYY-MM-DD`. */
  readonly publishedAt: string | null;
  /** When the run began, or the links were made; milliseconds since 1970. */
  readonly seenAt: number;
  readonly run: number | null;
}

/** Members are combined with AND, the entries of a list with OR. */
export interface ChangeFilter {
  /** Events seen at this time or later, in milliseconds since 1970. Those before its day are not read. */
  readonly since?: number;
  /** Events with a higher `seq`. */
  readonly after?: number;
  readonly sources?: readonly string[];
  readonly states?: readonly string[];
  readonly kinds?: readonly ChangeKind[];
  readonly recordTypes?: readonly RecordType[];
  readonly id?: string;
  readonly ids?: readonly string[];
  /** Of a watch: id of a matched list. The feed takes `ids` instead. */
  readonly list?: string;
  readonly cik?: number;
  /** Canonical: see `domain/sec/forms.ts`. */
  readonly forms?: readonly string[];
  /** Of the events `changed` and `link_changed`, only those with one of the fields. */
  readonly fields?: readonly string[];
}

export interface ChangePage {
  readonly events: readonly ChangeEvent[];
  /** The position after everything that was read. */
  readonly next: number;
  /** Whether the feed continues after `next`. */
  readonly hasMore: boolean;
}

export interface History {
  readonly events: readonly ChangeEvent[];
  readonly hasMore: boolean;
  /** From when on the feed has every change of the record; milliseconds since 1970. */
  readonly knownSince: number;
}

export interface EntityAt {
  /** `not_held`: no source had it yet. `gone`: its source no longer listed it. */
  readonly outcome: 'held' | 'gone' | 'not_held';
  /** The record of its source, the last one if it was gone; null if no source had it. */
  readonly record: EntityData | null;
}

export interface FeedState {
  /** Identifies this feed: positions in another feed are not valid here. */
  readonly id: string;
  /** When the data folder was created or migrated; milliseconds since 1970. */
  readonly beganAt: number;
  /** From when on every event is stored, in milliseconds since 1970: older events were deleted, or do not exist. */
  readonly knownSince: number;
  /** The lowest valid position. */
  readonly oldest: number;
  /** The position after the newest event. */
  readonly newest: number;
}

/** A change of the attached links of one entity in a data set. `entity` null: the first links of the data set. */
export interface LinkChange {
  readonly number: number;
  /** Unique in this data folder and in copies of it. */
  readonly token: string;
  readonly entity: string | null;
  readonly dataset: string;
  /** Attached parties in order of key, corrections applied. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}
