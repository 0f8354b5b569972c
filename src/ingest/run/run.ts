import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SecSourceId } from '../../domain/sec/sec.js';
import type { Dataset, EntitySource, SecSource } from '../../sources/declare/index.js';
import {
  type RunEnd,
  RunInProgressError,
  type SealedStage,
  type Stage,
  type StageCounts,
} from '../../store/store.js';
import { checkNotEmpty, checkRejected } from '../map/check.js';
import { DatasetMapper } from '../map/dataset-mapper.js';
import { EntityBatches } from '../map/entity-batches.js';
import { FactMapper } from '../map/fact-mapper.js';
import {
  KnownRows,
  READ_LIMITS,
  type ReadContext,
  type ReadFile,
  readGroups,
  readSecFacts,
  statedDay,
  totalBytes,
} from '../read/index.js';
import { WarningTally } from '../report/warnings.js';
import { RowCache } from '../row-cache/row-cache.js';
import { DayCounts } from './day-counts.js';
import {
  noScope,
  partScope,
  type ScopeDecision,
  sourceScope,
  spanScope,
  unreadDoubts,
} from './deletion-scope.js';
import { DryStage } from './dry-stage.js';
import { Meter } from './meter.js';
import type { FileOrigin, IngestOptions, IngestReport, Readers } from './run-options.js';
import { UnfinishedRunError } from './unfinished-run.js';

export type { FileOrigin, IngestOptions, IngestReport, Readers };

/**
 * Loads the files of a source: read, map, stage, check, apply. A failed run changes nothing that users see;
 * its row and the report contain the reason. Throws RunInProgressError if the source is already being loaded,
 * the failure itself if it cannot be recorded, and `UnfinishedRunError` if applying a sealed stage was
 * stopped; that run is finished later.
 */
export async function runIngest(options: IngestOptions): Promise<IngestReport> {
  const { catalog, source, dryRun } = options;
  const startedAt = options.clock();
  const runId = dryRun
    ? null
    : await catalog.loads.start({
        sourceId: source.id,
        startedAt,
        inputs: options.inputs ?? options.paths.map((path) => basename(path)),
        publishedAt: options.publishedAt ?? (await statedDay(source, options.paths)),
      });
  return new IngestRun(options, runId, startedAt).run();
}

/** A sealed run, which will be applied. */
interface Ready {
  readonly sealed: SealedStage;
  readonly complete: boolean;
}

class IngestRun {
  readonly #options: IngestOptions;
  readonly #readers: Readers;
  readonly #runId: number | null;
  readonly #startedAt: number;
  readonly #spillFolder: string;
  readonly #warnings = new WarningTally();
  #meter: Meter;
  #recorded: Promise<void> = Promise.resolve();
  /** By path, so that a file that a source reads twice is stored once. */
  readonly #files = new Map<string, ReadFile>();
  readonly #places: ReadonlyMap<string, number>;
  #counts: StageCounts = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };

  constructor(options: IngestOptions, runId: number | null, startedAt: number) {
    this.#options = options;
    this.#readers = options.readers ?? { readGroups, readSecFacts, totalBytes };
    this.#runId = runId;
    this.#startedAt = startedAt;
    this.#places = new Map([...new Set(options.paths)].map((path, place) => [path, place]));
    this.#meter = this.#makeMeter(null);
    const run = runId === null ? `dry-${randomUUID()}` : options.source.id;
    this.#spillFolder = join(options.folder, 'spill', run);
  }

  async run(): Promise<IngestReport> {
    let ready: Ready;
    try {
      ready = await this.#read();
    } catch (error) {
      return await this.#fail(error);
    } finally {
      rmSync(this.#spillFolder, { recursive: true, force: true });
    }
    return await this.#apply(ready);
  }

  /** Pass 2. After an error the run is finished later. */
  async #apply({ sealed, complete }: Ready): Promise<IngestReport> {
    let applied = 0;
    const report = this.#meter.applying(sealed.total);
    try {
      const { gone } = await sealed.apply((steps) => {
        applied = steps;
        report(steps);
      });
      return await this.#finish({ ...this.#end(), gone, complete });
    } catch (error) {
      if (this.#runId === null || error instanceof RunInProgressError) throw error;
      const run = { id: this.#runId, sourceId: this.#options.source.id };
      throw new UnfinishedRunError(run, applied / sealed.total, error);
    }
  }

  /** Pass 1. An error fails the run; once this returns, the run will be applied. */
  async #read(): Promise<Ready> {
    const { paths } = this.#options;
    this.#meter = this.#makeMeter(await this.#readers.totalBytes(paths));
    rmSync(this.#spillFolder, { recursive: true, force: true });
    mkdirSync(this.#spillFolder, { recursive: true });
    const { source } = this.#options;
    if (source.kind === 'dataset') return await this.#readDataset(source);
    return source.kind === 'entities' ? await this.#readEntities(source) : await this.#readSec(source);
  }

  async #readEntities(source: EntitySource): Promise<Ready> {
    const cache = await this.#openRowCache();
    const stage =
      this.#runId === null
        ? new DryStage()
        : await this.#options.catalog.loads.openEntityStage(this.#runId, source.id, cache);
    return await this.#sealOrDiscard(stage, async () => {
      const { increment = false, paths, threads } = this.#options;
      if (increment && paths.length === 0) return noScope();
      const known = cache && new KnownRows(cache.rows);
      const { readGroups } = this.#readers;
      const batches = new EntityBatches({ source, paths, readGroups, threads });
      for await (const rows of batches.rows(this.#context(known), this.#warnings)) {
        await stage.put(rows);
      }
      const unknown = batches.mapper.filled.unknownActivities();
      if (unknown !== null) this.#warnings.add('unknown_activity', unknown);
      if (known) cache.keep(known.notes());
      this.#checkCounts(stage);
      if (increment || (source.delivery ?? 'snapshot') !== 'snapshot') return noScope();
      const decision = source.completeByState
        ? await partScope(stage)
        : await sourceScope(source, stage, this.#counts, await this.#lastComplete());
      if (decision.scope !== null && this.#counts.records >= source.expect.min) batches.mapper.filled.check();
      return decision;
    });
  }

  async #openRowCache(): Promise<RowCache | undefined> {
    const { catalog, folder, mapping, source } = this.#options;
    if (this.#runId === null || mapping === undefined) return undefined;
    const lastApplied = await catalog.loads.lastApplied(source.id);
    return new RowCache({ folder, sourceId: source.id, mapping, lastApplied });
  }

  async #readSec(source: SecSource): Promise<Ready> {
    const id = source.id as SecSourceId;
    const stage =
      this.#runId === null ? new DryStage() : await this.#options.catalog.loads.openSecStage(this.#runId, id);
    return await this.#sealOrDiscard(stage, async () => {
      const days = new DayCounts();
      const facts = this.#readers.readSecFacts(source, this.#options.paths, this.#context());
      const mapper = new FactMapper(this.#warnings);
      for await (const read of facts.batches) {
        const batch = mapper.map(read);
        days.add(batch);
        await stage.put(batch);
      }
      this.#checkCounts(stage);
      if (source.delivery === 'increment') return noScope();
      if (source.delivery === 'window') {
        return await spanScope(source, stage, facts.scopes(), (span) => days.within(span));
      }
      return await sourceScope(source, stage, this.#counts, await this.#lastComplete());
    });
  }

  async #readDataset(source: Dataset): Promise<Ready> {
    const stage =
      this.#runId === null
        ? new DryStage()
        : await this.#options.catalog.loads.openDatasetStage(this.#runId, source.id);
    return await this.#sealOrDiscard(stage, async () => {
      const mapper = new DatasetMapper(source, this.#warnings);
      for await (const rows of mapper.read(this.#options.paths, this.#context())) {
        await stage.put(rows);
      }
      this.#checkCounts(stage);
      if (source.delivery === 'snapshot' && mapper.hasParts) return await partScope(stage);
      if (source.delivery !== 'snapshot') return noScope();
      return await sourceScope(source, stage, this.#counts, await this.#lastComplete());
    });
  }

  async #sealOrDiscard(
    stage: Pick<Stage<never>, 'seal' | 'discard'>,
    fill: () => Promise<ScopeDecision>,
  ): Promise<Ready> {
    let decision: ScopeDecision;
    try {
      decision = this.#withoutUnread(await fill());
      for (const doubt of decision.doubts) this.#warnings.add('not_complete', doubt);
      await this.#record(true);
      await this.#recordFiles();
    } catch (error) {
      // A stage that cannot be deleted now is deleted at the end of its run.
      await stage.discard().catch(() => undefined);
      throw error;
    }
    const sealed = await stage.seal(decision.scope);
    return { sealed, complete: decision.scope !== null };
  }

  /** An unreadable row may be any record, so no record is marked as gone. */
  #withoutUnread(decision: ScopeDecision): ScopeDecision {
    if (this.#options.increment || this.#options.source.delivery === 'increment') return decision;
    const doubts = unreadDoubts(this.#warnings);
    if (doubts.length === 0) return decision;
    this.#warnings.add('unread_rows', `${doubts.join('; ')}; nothing was marked as gone`);
    return { scope: null, doubts: decision.doubts };
  }

  #checkCounts(stage: Pick<Stage<never>, 'counts'>): void {
    this.#counts = stage.counts();
    checkRejected(this.#warnings.rejected, this.#meter.rows);
    if (!this.#options.increment) checkNotEmpty(this.#counts.records, this.#warnings.list());
  }

  async #lastComplete(): Promise<number | null> {
    const runs = await this.#options.catalog.runs.list(this.#options.source.id, 1_000);
    return runs.find((run) => run.outcome === 'done' && run.complete)?.records ?? null;
  }

  #context(known?: KnownRows): ReadContext {
    return {
      known,
      spillFolder: this.#spillFolder,
      onBytes: (bytes) => this.#meter.addBytes(bytes),
      onRows: (rows) => this.#meter.addRows(rows),
      onFile: this.#runId === null ? undefined : (file) => this.#files.set(file.path, file),
      filePlaces: this.#places.size > 1 ? this.#places : undefined,
      warn: (code, detail) => this.#warnings.add(code, detail),
      limits: this.#options.limits ?? READ_LIMITS,
    };
  }

  #makeMeter(totalBytes: number | null): Meter {
    return new Meter({
      clock: this.#options.clock,
      totalBytes,
      warnings: this.#warnings,
      report: (progress) => {
        this.#options.onProgress?.(progress);
        if (progress.phase === 'reading') void this.#record(false);
      },
    });
  }

  /** Progress is stored in order; a failure to store it fails the run when the last one is awaited. */
  #record(withWarnings: boolean): Promise<void> {
    const runId = this.#runId;
    if (runId === null) return this.#recorded;
    const { rows, bytes, totalBytes: total, warnings } = this.#meter.progress();
    const warningList = withWarnings ? { warningList: this.#warnings.list() } : {};
    const progress = { rows, bytes, totalBytes: total, warnings, ...warningList };
    this.#recorded = this.#recorded.then(() => this.#options.catalog.runs.recordProgress(runId, progress));
    this.#recorded.catch(() => {});
    return this.#recorded;
  }

  async #recordFiles(): Promise<void> {
    if (this.#runId === null) return;
    const origins = new Map(this.#options.fetched?.map((file) => [file.path, file]));
    const read = [...this.#places.keys()].flatMap((path) => this.#files.get(path) ?? []);
    const files = read.map(({ path, name, bytes, sha256, modifiedAt }) => {
      const origin = origins.get(path);
      const publishedAt = origin?.lastModified ?? null;
      // A fetched file is not written after its last byte arrived.
      const fetchedAt = origin ? Math.floor(modifiedAt) : null;
      return { name, bytes, sha256, url: origin?.url ?? null, publishedAt, fetchedAt };
    });
    await this.#options.catalog.origins.putFilesOfRun(this.#runId, files);
  }

  async #fail(cause: unknown): Promise<IngestReport> {
    const error = cause instanceof Error ? cause.message : String(cause);
    try {
      return await this.#finish({ ...this.#end(), outcome: 'failed', error }, cause);
    } catch {
      // The failure cannot even be stored, often for the same reason; the next load finds the run abandoned.
      throw cause;
    }
  }

  async #finish(end: RunEnd, cause?: unknown): Promise<IngestReport> {
    if (this.#runId !== null) await this.#options.catalog.loads.finish(this.#runId, end);
    return {
      ...end,
      runId: this.#runId,
      sourceId: this.#options.source.id,
      startedAt: this.#startedAt,
      repeated: this.#counts.repeated,
      rejected: this.#warnings.rejected,
      ...(cause !== undefined && { cause }),
    };
  }

  #end(): RunEnd {
    const { records, added, changed, unchanged } = this.#counts;
    return {
      outcome: 'done',
      finishedAt: this.#options.clock(),
      rows: this.#meter.rows,
      bytes: this.#meter.bytes,
      records,
      added,
      changed,
      unchanged,
      gone: 0,
      complete: false,
      warnings: this.#warnings.list(),
      error: null,
    };
  }
}
