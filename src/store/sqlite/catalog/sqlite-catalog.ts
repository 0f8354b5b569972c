import { join } from 'node:path';
import type { SecFact, SecSourceId } from '../../../domain/sec/sec.js';
import type {
  Catalog,
  ChangeFilter,
  ContractQuery,
  LinkChange,
  LinkedOfficers,
  LobbyingQuery,
  Run,
  SealedStage,
  SourceState,
  Stage,
  StageListener,
} from '../../store.js';
import { type DatabaseOptions, openDatabase } from '../file/database.js';
import type { Sqlite } from '../file/driver.js';
import { type OnReadFault, SharedReadTransactions } from '../file/shared-read-transactions.js';
import { DatasetReader } from './datasets/dataset-reader.js';
import { RecordSearch } from './datasets/record-search.js';
import { EntityReader } from './entities/entity-reader.js';
import { EntityScans } from './entities/entity-scans.js';
import { LinkedOfficerNames } from './entities/linked-officers.js';
import { Feed } from './feed/feed.js';
import { SecReader } from './filings/sec-reader.js';
import { SecScans } from './filings/sec-scans.js';
import { RunStages } from './run-stages.js';
import { Touched } from './runs/dirty-set.js';
import { RecordOrigins } from './runs/record-origins.js';
import { RunFiles } from './runs/run-files.js';
import { RunLocks } from './runs/run-locks.js';
import { RunSummaries } from './runs/run-summaries.js';
import { Runs } from './runs/runs.js';
import { SourceNumbers } from './runs/source-numbers.js';
import { partiesSince } from './runs/touched-parties.js';
import { CATALOG_MIGRATIONS } from './schema.js';

interface CatalogOptions extends Pick<DatabaseOptions, 'schema' | 'cacheKiB' | 'mmapBytes'> {
  /** The data folder: `catalog.db` and `stage/` lie in it. */
  readonly folder: string;
  /** Reads by their own connection, those of a few milliseconds together; writes come from elsewhere. */
  readonly serving?: boolean;
  /** Reads only: no process on this machine writes the folder. With `schema: 'current'`. */
  readonly replica?: boolean;
  /** Memory for records that are asked for again and again, where it serves. */
  readonly hotKiB?: number;
  /** For serving. */
  readonly onReadFault?: OnReadFault;
}

export interface SqliteCatalog extends Catalog {
  close(): void;
}

/** 64 MB. */
const LOG_PAGES = 16_384;

/** Throws `SchemaMismatchError`. */
export function openCatalog(options: CatalogOptions): SqliteCatalog {
  const file = {
    ...options,
    path: join(options.folder, 'catalog.db'),
    migrations: CATALOG_MIGRATIONS,
    synchronous: 'normal',
    busyTimeoutMs: 30_000,
    logPages: LOG_PAGES,
    readOnly: options.replica ?? false,
  } as const;
  const database = openDatabase(file);
  if (!options.serving) return new CatalogFile(database, options.folder);
  const reader = openDatabase({ ...file, readOnly: true });
  return new CatalogFile(database, options.folder, { ...options, reader });
}

interface Served extends Pick<CatalogOptions, 'hotKiB' | 'onReadFault'> {
  readonly reader?: Sqlite;
}

class CatalogFile implements SqliteCatalog {
  readonly #database: Sqlite;
  readonly #reader: Sqlite;
  readonly #sources: SourceNumbers;
  readonly #entities: EntityReader;
  readonly #entityScans: EntityScans;
  readonly #sec: SecReader;
  readonly #secScans: SecScans;
  readonly #datasets: DatasetReader;
  readonly #searches: RecordSearch;
  readonly #locks: RunLocks;
  readonly #runs: Runs;
  readonly #summaries: RunSummaries;
  readonly #provenance: { readonly files: RunFiles; readonly records: RecordOrigins };
  readonly #touched: Touched;
  readonly #stages: RunStages;
  readonly #linkedOfficers: LinkedOfficerNames;
  readonly #feed: Feed;
  readonly #turns: SharedReadTransactions | undefined;

  constructor(database: Sqlite, folder: string, { reader, hotKiB, onReadFault }: Served = {}) {
    this.#database = database;
    this.#reader = reader ?? database;
    const turns = reader && new SharedReadTransactions(reader, onReadFault);
    this.#turns = turns;
    this.#sources = new SourceNumbers(database);
    this.#entities = new EntityReader(this.#reader, this.#sources, turns);
    this.#entityScans = new EntityScans(this.#reader, this.#sources);
    this.#sec = new SecReader(this.#reader, turns, hotKiB);
    this.#secScans = new SecScans(this.#reader);
    this.#datasets = new DatasetReader(this.#reader, turns);
    this.#searches = new RecordSearch(database);
    this.#locks = new RunLocks(folder);
    this.#runs = new Runs(database, this.#locks);
    this.#summaries = new RunSummaries(database, this.#locks);
    this.#provenance = { files: new RunFiles(database), records: new RecordOrigins(this.#reader) };
    this.#touched = new Touched(database);
    const parts = { sources: this.#sources, runs: this.#runs, locks: this.#locks, touched: this.#touched };
    this.#stages = new RunStages({ database, folder, ...parts });
    this.#linkedOfficers = new LinkedOfficerNames(database, this.#reader);
    this.#feed = new Feed(database);
  }

  close(): void {
    this.#locks.releaseAll();
    this.#reader.close();
    this.#database.close();
  }

  version(): number | undefined {
    return this.#turns?.enter();
  }

  async getEntity(id: string, hint?: (id: string) => number | undefined) {
    return this.#entities.get(id, hint);
  }

  async getEntitiesByNumber(numbers: readonly number[]) {
    return this.#entities.getByNumber(numbers);
  }

  async readEntities(numbers: readonly number[]) {
    return this.#entityScans.exported(numbers);
  }

  async getFacets(numbers: readonly number[]) {
    return this.#linkedOfficers.addTo(this.#entities.getFacets(numbers));
  }

  async getFilings(accessions: readonly string[]) {
    return this.#sec.getFilings(accessions);
  }

  async getFilers(ciks: readonly number[]) {
    return this.#sec.getFilers(ciks);
  }

  async *scanEntities() {
    for await (const page of this.#entityScans.facets()) yield this.#linkedOfficers.addTo(page);
  }

  entityIds() {
    return this.#entityScans.ids();
  }

  scanLinkEntities() {
    return this.#entityScans.forLinks();
  }

  async getLinkEntities(numbers: readonly number[]) {
    return this.#entityScans.linkEntities(numbers);
  }

  scanFilings() {
    return this.#secScans.filings();
  }

  scanFilers() {
    return this.#secScans.filers();
  }
  scanListedFilers() {
    return this.#secScans.listedFilers();
  }

  async getPartyRecords(sourceId: string, parties: readonly string[], max: number) {
    return this.#datasets.recordsOf(sourceId, parties, max);
  }
  async countPartyYears(sourceId: string, parties: readonly string[]) {
    return this.#datasets.years(sourceId, parties);
  }

  async searchContracts(query: ContractQuery) {
    return this.#searches.contracts(query);
  }

  async searchLobbying(query: LobbyingQuery) {
    return this.#searches.lobbying(query);
  }

  async countUnsearched() {
    return this.#searches.unsearched();
  }

  scanParties(sourceId: string) {
    return this.#datasets.scanParties(sourceId);
  }
  async countParties(sourceId: string) {
    return this.#datasets.countParties(sourceId);
  }
  async getParties(sourceId: string, keys: readonly string[]) {
    return this.#datasets.parties(sourceId, keys);
  }

  async partiesSince(version: number) {
    return partiesSince(this.#database, version);
  }

  async runOf(version: number) {
    return this.#database
      .prepare<[number], string>(
        `SELECT run || ' ' || started_at FROM content_versions JOIN runs ON runs.id = run WHERE version = ?`,
      )
      .pluck()
      .get(version);
  }

  async datasetState(sourceId: string) {
    return this.#datasets.state(sourceId);
  }

  async contentVersion() {
    return (
      this.#database
        .prepare<[], number>(`SELECT value FROM counters WHERE name = 'content_version'`)
        .pluck()
        .get() ?? 0
    );
  }

  async changesSince(version: number) {
    return this.#touched.since(version);
  }

  async forgetChanges(version: number) {
    this.#touched.forget(version);
  }

  changesAfter(position: number | null, max: number, filter?: ChangeFilter) {
    return this.#feed.changesAfter(position, max, filter);
  }

  countChanges(position: number, upTo: number, filter?: ChangeFilter) {
    return this.#feed.countChanges(position, upTo, filter);
  }

  historyOf(id: string, max: number, bounds?: Parameters<Catalog['historyOf']>[2]) {
    return this.#feed.historyOf(id, max, bounds);
  }

  entityAt(id: string, at: number) {
    return this.#feed.entityAt(id, at);
  }

  feedState() {
    return this.#feed.feedState();
  }

  positionOf(contentVersion: number) {
    return this.#feed.positionOf(contentVersion);
  }

  expireChanges(before: number) {
    return this.#feed.expireChanges(before);
  }

  putLinkChanges(changes: readonly LinkChange[], at: number) {
    return this.#feed.putLinkChanges(changes, at);
  }

  async putLinkedOfficers(entities: readonly LinkedOfficers[], at: number) {
    return this.#linkedOfficers.put(entities, at);
  }

  async listSourceStates(): Promise<SourceState[]> {
    return this.#summaries.states();
  }

  async listRunSummaries(sourceId: string | null, max: number) {
    return this.#summaries.list(sourceId, max);
  }

  async getRun(runId: number) {
    return this.#summaries.get(runId);
  }

  async runFiles(runId: number, max: number, only: readonly number[] | null = null) {
    return this.#provenance.files.of(runId, max, only);
  }

  async recordRunFiles(runId: number, files: Parameters<Catalog['recordRunFiles']>[1]) {
    this.#provenance.files.put(runId, files);
  }

  async recordOrigins(dataset: string | null, keys: readonly string[]) {
    return this.#provenance.records.of(dataset, keys);
  }

  async isRunAlive(run: Pick<Run, 'id'>) {
    return this.#locks.isAlive(run.id);
  }

  async listRuns(sourceId: string, max: number) {
    return this.#runs.list(sourceId, max);
  }

  async startRun(run: Parameters<Catalog['startRun']>[0]) {
    return this.#stages.start(run);
  }

  async recordProgress(runId: number, progress: Parameters<Catalog['recordProgress']>[1]) {
    this.#runs.progress(runId, progress);
  }

  async finishRun(runId: number, end: Parameters<Catalog['finishRun']>[1]) {
    this.#stages.finish(runId, end);
  }

  async interruptedRuns(): Promise<Run[]> {
    return this.#stages.interrupted();
  }

  async openEntityStage(runId: number, sourceId: string, listener?: StageListener) {
    return this.#stages.openEntities(runId, sourceId, listener);
  }

  async lastAppliedRun(sourceId: string): Promise<string | null> {
    return this.#stages.lastApplied(sourceId);
  }

  async openSecStage(runId: number, sourceId: SecSourceId): Promise<Stage<SecFact>> {
    return this.#stages.openSec(runId, sourceId);
  }

  async openDatasetStage(runId: number, sourceId: string) {
    return this.#stages.openDataset(runId, sourceId);
  }

  async resumeStage(runId: number): Promise<SealedStage> {
    return this.#stages.resume(runId);
  }
}
