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

export interface Catalog extends ChangeFeed {
  /**
   * Changes with every change of the content; `undefined` if that is not watched. Asked for each lookup, so it answers at
   * once and may be some milliseconds old: what is read next may be newer.
   */
  version(): number | undefined;
  /**
   * `undefined` if no source ever held the id. `hint` gives the number that the record is likely to have: it may save a
   * search for the id, may be ignored, and never changes the answer.
   */
  getEntity(id: string, hint?: (id: string) => number | undefined): Promise<StoredEntity | undefined>;
  /** In the order asked for; an unknown number is left out. */
  getEntitiesByNumber(numbers: readonly number[]): Promise<FoundEntity[]>;
  /** In the order asked for, which ascends, gone ones too; an unknown number is left out. For very many. */
  readEntities(numbers: readonly number[]): Promise<readonly ExportedEntity[]>;
  /** Entities that are not gone, without their documents. */
  getFacets(numbers: readonly number[]): Promise<readonly FoundFacets[]>;
  /** Every (accession, filer, form) row of the accessions, in their order, gone rows left out. */
  getFilings(accessions: readonly string[]): Promise<FilingRow[]>;
  getFilers(ciks: readonly number[]): Promise<Filer[]>;

  /** Live (not gone) entities in number order, for building an index. */
  scanEntities(): AsyncIterable<readonly FoundFacets[]>;
  /** Every id that a source ever held, with its number, `max` at most: of those there are when it is called. */
  entityIds(): { readonly max: number; readonly pages: AsyncIterable<EntityIds> };
  /** Live entities in number order with all that links are made from. */
  scanLinkEntities(): AsyncIterable<readonly LinkEntity[]>;
  /** Those of the numbers that are live, in the order asked for. */
  getLinkEntities(numbers: readonly number[]): Promise<readonly LinkEntity[]>;
  /** Live filings ordered by accession, cik, form. */
  scanFilings(): AsyncIterable<readonly FilingRow[]>;
  /** All filers by CIK. */
  scanFilers(): AsyncIterable<readonly Filer[]>;
  /** Those of them that have a ticker. */
  scanListedFilers(): AsyncIterable<readonly Filer[]>;

  /** Live records that state the identifier: entities, filers, and the newest records of the data sets; at most `max` of each. */
  recordsWithNumber(
    identifier: Identifier,
    datasets: readonly string[],
    max: number,
  ): Promise<readonly NumberedRecord[]>;
  /** False if no other record can state a number of the entity: a quick check before they are searched. */
  mayShareNumbers(number: number): Promise<boolean>;
  /** The live entity of this number as a record that states identifiers. */
  numberedEntity(number: number): Promise<NumberedRecord | undefined>;
  /** Live records that name any of the parties, each once, newest first, at most `max`, and how many there are. */
  getPartyRecords(sourceId: string, parties: readonly string[], max: number): Promise<PartyRecords>;
  /** Those of them that have a date, by year, the newest first. */
  countPartyYears(sourceId: string, parties: readonly string[]): Promise<readonly YearCount[]>;
  /** Live awards that fulfil all that is asked; equals are in order of their key. */
  searchContracts(query: ContractQuery): Promise<RecordPage>;
  /** Live reports and registrations that fulfil all that is asked, newest first, of one day in order of filing id. */
  searchLobbying(query: LobbyingQuery): Promise<RecordPage>;
  /** How many live records of the data sets that are searched no search finds: they were stored before it existed. */
  countUnsearched(): Promise<readonly { readonly sourceId: string; readonly records: number }[]>;
  /** All parties of a data set's live records that can be linked, in order of key, each once, as the matcher takes them. */
  scanParties(sourceId: string): AsyncIterable<readonly StoredParty[]>;
  /** How many parties `scanParties` gives: one read of an index. */
  countParties(sourceId: string): Promise<number>;
  /** Those of the parties that live records name, as `scanParties` gives them. */
  getParties(sourceId: string, keys: readonly string[]): Promise<readonly StoredParty[]>;
  /** `undefined` where no run of it has ended well. */
  datasetState(sourceId: string): Promise<DatasetState | undefined>;

  /** Grows with every applied run; an index names the version it was built from. */
  contentVersion(): Promise<number>;
  /** The records that were touched since the content had the version; undefined if they are very many, or not known. */
  changesSince(version: number): Promise<ContentChanges | undefined>;
  /** The parties that each run since touched, filers as `cik:NUMBER`; undefined where a run touched very many, or that is not known. */
  partiesSince(version: number): Promise<readonly PartyChanges[] | undefined>;
  /** Names the run that made the content of this version; undefined where that is forgotten. */
  runOf(version: number): Promise<string | undefined>;
  /** Nobody will ask for the changes since this version, or one before it. */
  forgetChanges(version: number): Promise<void>;

  /**
   * Replaces what is known of each; true where that made a new content version, with those that are others. `at` in
   * milliseconds since 1970.
   */
  putLinkedOfficers(entities: readonly LinkedOfficers[], at: number): Promise<boolean>;

  listSourceStates(): Promise<SourceState[]>;
  /** Whether somebody works on the run. Ownership is a lock that ends with its owner, never the id of a process. */
  isRunAlive(run: Pick<Run, 'id'>): Promise<boolean>;
  listRuns(sourceId: string, max: number): Promise<Run[]>;
  /** Newest first; null: of all sources. */
  listRunSummaries(sourceId: string | null, max: number): Promise<RunSummary[]>;

  /** Undefined if there is no run of that number. */
  getRun(runId: number): Promise<RunSummary | undefined>;
  /**
   * The first `max` of the files that the run read, of those alone that stand at the places `only` if these are known, and how
   * many it read; none of a run before they were noted.
   */
  runFiles(
    runId: number,
    max: number,
    only?: readonly number[] | null,
  ): Promise<{ readonly files: readonly RunFile[]; readonly total: number }>;
  /** Replaces what is noted of the run's files. */
  recordRunFiles(runId: number, files: readonly RunFile[]): Promise<void>;
  /** From which loads live records of a data set are; null: entities, by their ids, those that are gone included. */
  recordOrigins(dataset: string | null, keys: readonly string[]): Promise<readonly RecordOrigin[]>;

  /** Fails with `RunInProgressError` if somebody works on a run of the source; takes over one whose owner is gone. */
  startRun(run: NewRun): Promise<number>;
  recordProgress(runId: number, progress: RunProgress): Promise<void>;
  finishRun(runId: number, end: RunEnd): Promise<void>;
  /** Runs that were killed after their stage was sealed: they roll forward. Abandons the dead unsealed ones. */
  interruptedRuns(): Promise<Run[]>;

  openEntityStage(runId: number, sourceId: string, listener?: StageListener): Promise<EntityStage>;
  /** Tells the last run of the source that was applied from any other; null if there is none. */
  lastAppliedRun(sourceId: string): Promise<string | null>;
  openSecStage(runId: number, sourceId: SecSourceId): Promise<Stage<SecFact>>;
  openDatasetStage(runId: number, sourceId: string): Promise<DatasetStage>;
  /** The sealed stage of an interrupted run, to be applied. */
  resumeStage(runId: number): Promise<SealedStage>;
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
