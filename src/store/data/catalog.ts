import type { EntityOrder } from '../../contract/vocabulary.js';
import type { EntityData, Identifier } from '../../domain/entity.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import type { Filer, FilingRow, SecFact, SecSourceId } from '../../domain/sec/sec.js';
import type { ChangeFeed } from './changes.js';
import type {
  ContractQuery,
  DatasetState,
  LobbyingQuery,
  PartyRecords,
  RecordPage,
  StoredParty,
  YearCount,
} from './datasets.js';
import type {
  DatasetStage,
  EntityStage,
  NewRun,
  RecordOrigin,
  Run,
  RunEnd,
  RunFile,
  RunProgress,
  RunSummary,
  SealedStage,
  SourceState,
  Stage,
  StageListener,
} from './runs.js';

/** Ids with their numbers, as many of these as of those. */
export interface EntityIds {
  readonly ids: readonly string[];
  readonly numbers: readonly number[];
}

/** The public data, by subject. */
export interface Catalog {
  readonly entities: Entities;
  readonly officers: LinkedOfficerNames;
  readonly filings: Filings;
  readonly datasets: Datasets;
  readonly records: RecordSearch;
  readonly numbers: Numbers;
  readonly content: Content;
  readonly runs: RunList;
  readonly loads: Loads;
  readonly origins: Origins;
  readonly feed: ChangeFeed;
}

export interface SortOrder {
  /** `name`: A to Z. `formed`: newest first, unknown dates last. `status`: active, inactive, unknown, each by name. Ties are in the order of ids. */
  readonly by: Exclude<EntityOrder, 'relevance'>;
  /** YYYY-MM-DD: an active record is inactive after its last day. */
  readonly today: string;
}

/** A place in an order, which later changes of other entities do not move. */
export interface SortPlace {
  /** The value by which the entity is sorted. */
  readonly key: string;
  readonly id: string;
}

export interface SortedPage {
  /** Null: from the first. */
  readonly after: SortPlace | null;
  readonly offset: number;
  readonly max: number;
}

export interface SortedEntity extends SortPlace {
  readonly number: number;
}

export interface Entities {
  /**
   * Changes whenever an entity changes; `undefined` if changes are not watched. Every lookup calls it, so it returns at once
   * and may be some milliseconds old: what is read next may be newer.
   */
  version(): number | undefined;
  /**
   * `undefined` if no source ever had the id. `hint` returns the likely number of the record: it may save a search for the
   * id, may be ignored, and never changes the result.
   */
  get(id: string, hint?: (id: string) => number | undefined): Promise<StoredEntity | undefined>;
  /** In the order of the numbers; unknown numbers are left out. */
  getByNumber(numbers: readonly number[]): Promise<FoundEntity[]>;
  /** Of many ascending numbers, in their order, including entities that are gone; unknown numbers are left out. */
  readByNumber(numbers: readonly number[]): Promise<readonly ExportedEntity[]>;
  /**
   * At most `max` of the entities after a place in the order, after skipping `offset` of them. Unknown numbers are left out. Reads a
   * short row for each number: 10,000 take about 25 ms.
   */
  sorted(numbers: readonly number[], order: SortOrder, page: SortedPage): Promise<readonly SortedEntity[]>;
  /** Of live entities, without their documents. */
  getFacets(numbers: readonly number[]): Promise<readonly FoundFacets[]>;
  /** Of all live entities in order of number, for building an index. */
  scanFacets(): AsyncIterable<readonly FoundFacets[]>;
  /** Every id that a source ever had, with its number. `max` is the highest number when this is called. */
  ids(): { readonly max: number; readonly pages: AsyncIterable<EntityIds> };
  /** All live entities in order of number, with everything that linking reads. */
  scanForLinking(): AsyncIterable<readonly LinkEntity[]>;
  /** The live entities among the numbers, in their order. */
  getForLinking(numbers: readonly number[]): Promise<readonly LinkEntity[]>;
  /** False if no other record can have a number of the entity: a quick check before a search. */
  mayShareNumbers(number: number): Promise<boolean>;
}

/** Names of officers that linked records give of an entity. */
export interface LinkedOfficerNames {
  /**
   * Replaces the names of each entity. True if that changed any, and so made a new content version. `at` in milliseconds
   * since 1970.
   */
  put(entities: readonly LinkedOfficers[], at: number): Promise<boolean>;
}

export interface Filings {
  /** Every live (accession, filer, form) row of the accessions, in their order. */
  get(accessions: readonly string[]): Promise<FilingRow[]>;
  getFilers(ciks: readonly number[]): Promise<Filer[]>;
  /** Live filings in order of accession, CIK, form. */
  scan(): AsyncIterable<readonly FilingRow[]>;
  /** All filers in order of CIK. */
  scanFilers(): AsyncIterable<readonly Filer[]>;
  /** Filers with a ticker. */
  scanListedFilers(): AsyncIterable<readonly Filer[]>;
}

/** The records of data sets by the parties that they name. */
export interface Datasets {
  /** Live records that name any of the parties, each once, newest first: at most `max`, and their total count. */
  getPartyRecords(sourceId: string, parties: readonly string[], max: number): Promise<PartyRecords>;
  /** How many of these records each year has, newest year first; records without a date are not counted. */
  countPartyYears(sourceId: string, parties: readonly string[]): Promise<readonly YearCount[]>;
  /** All parties of live records that can be linked, in order of key, each once. */
  scanParties(sourceId: string): AsyncIterable<readonly StoredParty[]>;
  /** The number of parties that `scanParties` returns: one read of an index. */
  countParties(sourceId: string): Promise<number>;
  /** The parties with these keys that live records name. */
  getParties(sourceId: string, keys: readonly string[]): Promise<readonly StoredParty[]>;
  /** `undefined` if no run of the data set has succeeded. */
  state(sourceId: string): Promise<DatasetState | undefined>;
}

/** The records of data sets by their content. */
export interface RecordSearch {
  /** Live awards that match the query; awards that rank equal are in order of key. */
  searchContracts(query: ContractQuery): Promise<RecordPage>;
  /** Live reports and registrations that match the query, newest first, those of one day in order of filing id. */
  searchLobbying(query: LobbyingQuery): Promise<RecordPage>;
  /** How many live records of searchable data sets no search finds: they were stored before the search existed. */
  countUnsearched(): Promise<readonly { readonly sourceId: string; readonly records: number }[]>;
}

/** Records by the identifiers that they contain. */
export interface Numbers {
  /** Live entities, filers, and the newest records of the data sets that contain the identifier; at most `max` of each. */
  find(identifier: Identifier, datasets: readonly string[], max: number): Promise<readonly NumberedRecord[]>;
  /** The live entity of this number. */
  ofEntity(number: number): Promise<NumberedRecord | undefined>;
}

/** Versions of the content: an index names the version from which it was built. */
export interface Content {
  /** Grows with every applied run. */
  version(): Promise<number>;
  /** The records that were written since this version; `undefined` if they are too many, or no longer known. */
  changesSince(version: number): Promise<ContentChanges | undefined>;
  /**
   * The parties that each run since this version wrote, filers as `cik:NUMBER`; `undefined` if a run wrote too many, or they
   * are no longer known.
   */
  partiesSince(version: number): Promise<readonly PartyChanges[] | undefined>;
  /** Names the run that made this version; `undefined` if that is no longer known. */
  runOf(version: number): Promise<string | undefined>;
  /** Deletes the changes since this version and versions before it. */
  forgetChanges(version: number): Promise<void>;
}

export interface RunList {
  listSourceStates(): Promise<SourceState[]>;
  /** Whether a process works on the run. It holds a lock, which ends with the process. */
  isAlive(run: Pick<Run, 'id'>): Promise<boolean>;
  list(sourceId: string, max: number): Promise<Run[]>;
  /** Newest first; null: of all sources. */
  listSummaries(sourceId: string | null, max: number): Promise<RunSummary[]>;
  /** `undefined` if there is no run of that number. */
  getSummary(runId: number): Promise<RunSummary | undefined>;
  recordProgress(runId: number, progress: RunProgress): Promise<void>;
}

/** Runs that write. */
export interface Loads {
  /** Throws `RunInProgressError` if a process works on a run of the source; takes over a run whose process has ended. */
  start(run: NewRun): Promise<number>;
  finish(runId: number, end: RunEnd): Promise<void>;
  /** Runs whose process ended after their stage was sealed: they roll forward. Abandons those whose stage was not. */
  listInterrupted(): Promise<Run[]>;
  /** Identifies the run of the source that was applied last; null if there is none. */
  lastApplied(sourceId: string): Promise<string | null>;
  openEntityStage(runId: number, sourceId: string, listener?: StageListener): Promise<EntityStage>;
  openSecStage(runId: number, sourceId: SecSourceId): Promise<Stage<SecFact>>;
  openDatasetStage(runId: number, sourceId: string): Promise<DatasetStage>;
  /** The sealed stage of an interrupted run, to be applied. */
  resume(runId: number): Promise<SealedStage>;
}

/** The files that runs read, and from which of them records are. */
export interface Origins {
  /**
   * The first `max` of the files that the run read, only those at the places `only` if it is not null, and how many files it
   * read; none if the run is older than the list of files.
   */
  filesOfRun(
    runId: number,
    max: number,
    only?: readonly number[] | null,
  ): Promise<{ readonly files: readonly RunFile[]; readonly total: number }>;
  /** Replaces the files of the run. */
  putFilesOfRun(runId: number, files: readonly RunFile[]): Promise<void>;
  /** From which loads live records of a data set are; null: entities by id, including those that are gone. */
  ofRecords(dataset: string | null, keys: readonly string[]): Promise<readonly RecordOrigin[]>;
}

/** A record with the identifiers that it states of one body. */
export interface NumberedRecord {
  readonly kind: 'entity' | 'filer' | 'record';
  /** Id of the source or data set. */
  readonly source: string;
  /** Id of the entity, CIK of the filer, or key of the record. */
  readonly key: string;
  /** Current name first. */
  readonly names: readonly string[];
  readonly identifiers: readonly Identifier[];
  /** Only of an entity. */
  readonly entity?: EntityData;
  /** The run that wrote it; null of a filer. */
  readonly run: number | null;
  /** Places of the files that contained it among those of the run; null if the run read one, or that is not known. */
  readonly files: readonly number[] | null;
}

/** A run's source or data set, and what it touched; what was touched is as it was, or is not. */
export interface PartyChanges {
  readonly source: string;
  readonly parties: readonly string[];
}

export interface LinkEntity
  extends Pick<FoundEntity, 'number' | 'id' | 'sourceId' | 'hash' | 'document' | 'facets'> {
  /** `Identifier[]` as JSON text. */
  readonly linkKeys: string;
}

/** Records that came, changed or went, and some that did not: what was touched is as it was, or is not. */
export interface ContentChanges {
  /** The content with all of them. */
  readonly version: number;
  /** Ascending. */
  readonly accessions: readonly string[];
  /** Numbers, ascending. */
  readonly entities: readonly number[];
  /** How many known filers were spoken of, the same one by several runs counted for each. */
  readonly filers: number;
}

export interface StoredEntity {
  readonly number: number;
  readonly id: string;
  readonly sourceId: string;
  /** `EntityData` as JSON text. */
  readonly document: string;
  /** `meta.absent` as JSON text. */
  readonly absent: string;
  /** When this record's content last changed here; milliseconds since 1970. */
  readonly changedAt: number;
  readonly goneSince: number | null;
  /** When the run that last wrote the record had ended; null while it applies its other records. */
  readonly appliedAt: number | null;
  /** The publisher's date of the edition that last changed the record, or that no longer lists it; null if unknown. */
  readonly asOf: string | null;
}

/** The part of a record that an export takes. */
export type ExportedEntity = Pick<StoredEntity, 'number' | 'id' | 'sourceId' | 'document' | 'changedAt'>;

/** Names of officers that records linked to an entity name; none where there are none. */
export interface LinkedOfficers {
  readonly entity: string;
  readonly names: readonly string[];
  /** The links were made for the first time: the feed tells that of the data set, not of each entity. */
  readonly isFirst?: boolean;
}

/** The texts by which a record is searched; officers of linked records among them if an index is made of it. */
export interface FoundFacets {
  readonly number: number;
  readonly facets: EntityFacets;
}

/** A record that a search found, with what it was found by. */
export interface FoundEntity extends StoredEntity {
  /** Version of the content. */
  readonly hash: string;
  /** `EntityFacets` as JSON text. */
  readonly facets: string;
}
