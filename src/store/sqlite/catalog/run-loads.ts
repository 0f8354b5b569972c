import type { SecSourceId } from '../../../domain/sec/sec.js';
import type { Loads, NewRun, Run, RunEnd, SealedStage, StageCounts, StageListener } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import { synced } from '../file/synced.js';
import type { ContentVersions } from './content-versions.js';
import { DatasetPass } from './datasets/dataset-apply.js';
import { DatasetFileStage } from './datasets/dataset-stage.js';
import { EntityPass } from './entities/entity-apply.js';
import { EntityFileStage, type Remember, type StageHost } from './entities/entity-stage.js';
import { EventWriter } from './feed/event-writer.js';
import { SecPass } from './filings/sec-apply.js';
import { toSecSource } from './filings/sec-claims.js';
import { SecStage } from './filings/sec-stage.js';
import type { RunLocks } from './runs/run-locks.js';
import type { Runs } from './runs/runs.js';
import type { SourceNumbers } from './runs/source-numbers.js';
import { applyPass, type Pass } from './staging/apply.js';
import { openStageFile, removeStageFile, stagePath } from './staging/stage-file.js';

interface Parts {
  readonly database: Sqlite;
  /** The data folder. */
  readonly folder: string;
  readonly sources: SourceNumbers;
  readonly runs: Runs;
  readonly locks: RunLocks;
  readonly content: ContentVersions;
}

/** Runs that write, with their stage files: a stage is deleted when its run can no longer be applied. */
export class RunLoads implements Loads {
  readonly #database: Sqlite;
  readonly #folder: string;
  readonly #sources: SourceNumbers;
  readonly #runs: Runs;
  readonly #locks: RunLocks;
  readonly #content: ContentVersions;

  constructor({ database, folder, sources, runs, locks, content }: Parts) {
    this.#database = database;
    this.#folder = folder;
    this.#sources = sources;
    this.#runs = runs;
    this.#locks = locks;
    this.#content = content;
  }

  async start(run: NewRun): Promise<number> {
    const { id, abandoned } = this.#runs.start(run);
    for (const dead of abandoned) this.#removeStage(dead);
    return id;
  }

  async finish(runId: number, end: RunEnd): Promise<void> {
    // Syncs everything that the run applied before its stage is deleted and an index is built from it.
    try {
      synced(this.#database, () => this.#runs.finish(runId, end));
    } finally {
      this.#locks.release(runId);
    }
    this.#removeStage(runId);
  }

  async listInterrupted(): Promise<Run[]> {
    const { sealed, abandoned } = this.#runs.interrupted();
    for (const dead of abandoned) this.#removeStage(dead);
    return sealed;
  }

  async openEntityStage(runId: number, sourceId: string, listener?: StageListener): Promise<EntityFileStage> {
    return new EntityFileStage(this.#stageHost(runId), this.#sources.numberOf(sourceId), listener);
  }

  async lastApplied(sourceId: string): Promise<string | null> {
    const last = this.#runs.lastApplied(sourceId);
    return last && runKey(last);
  }

  async openSecStage(runId: number, sourceId: SecSourceId): Promise<SecStage> {
    this.#sources.numberOf(sourceId);
    return new SecStage(this.#stageHost(runId), sourceId);
  }

  async openDatasetStage(runId: number, sourceId: string): Promise<DatasetFileStage> {
    return new DatasetFileStage(this.#stageHost(runId), this.#sources.numberOf(sourceId));
  }

  async resume(runId: number): Promise<SealedStage> {
    const run = this.#runs.takeOver(runId);
    try {
      prepareForLoading(this.#database);
      return this.#openSealed(run);
    } catch (error) {
      this.#locks.release(runId);
      throw error;
    }
  }

  #stageHost(runId: number): StageHost {
    prepareForLoading(this.#database);
    return {
      catalog: this.#database,
      path: stagePath(this.#folder, runId),
      sealed: (counts, complete, remember) => this.#seal(runId, counts, complete, remember),
    };
  }

  #seal(runId: number, counts: StageCounts, complete: boolean, remember?: Remember): SealedStage {
    this.#runs.seal(runId, counts, complete);
    const run = this.#runs.get(runId);
    if (!run) throw new Error(`Run ${runId} is unknown.`);
    return this.#openSealed(run, remember);
  }

  #openSealed(run: Run, remember?: Remember): SealedStage {
    const source = this.#sources.numberOf(run.sourceId);
    const [database, folder, content, locks] = [this.#database, this.#folder, this.#content, this.#locks];
    return openSealedStage({ database, folder, content, locks, source }, run, remember);
  }

  #removeStage(runId: number): void {
    removeStageFile(stagePath(this.#folder, runId));
  }
}

/** Loading touches pages all over the indexes: a larger cache and larger write-backs pay off. */
function prepareForLoading(database: Sqlite): void {
  database.pragma('cache_size = -98304');
  database.pragma('wal_autocheckpoint = 8192');
}

interface Target {
  readonly database: Sqlite;
  readonly folder: string;
  readonly content: ContentVersions;
  readonly locks: RunLocks;
  /** The number of the run's source. */
  readonly source: number;
}

/**
 * Opens the sealed stage of a run, to be applied to the catalog. A run that throws while it is applied is released for another
 * owner to resume. Throws `StageMissingError`.
 */
function openSealedStage(target: Target, run: Run, remember?: Remember): SealedStage {
  const { database: catalog, source } = target;
  const stage = openStageFile(stagePath(target.folder, run.id));
  const origin = { source: run.sourceId, run: run.id, at: run.startedAt };
  const isFirst = isFirstLoad(catalog, source, run.id);
  const events = new EventWriter(catalog, origin, isFirst);
  const applied = { id: run.id, sourceId: run.sourceId, startedAt: run.startedAt, source };
  const apply: SealedStage['apply'] = async (onProgress) => {
    target.content.note(run, stage);
    const passThrough = (pass: Pass) => applyPass(catalog, run, pass, onProgress);
    if (stage.kind === 'dataset') {
      return await passThrough(new DatasetPass(stage.database, catalog, applied, isFirst));
    }
    const attached = `stage_${run.id}`;
    catalog.prepare(`ATTACH ? AS ${attached}`).run(stage.database.name);
    try {
      if (stage.kind === 'sec') {
        const sec = toSecSource(run.sourceId);
        return await passThrough(new SecPass(stage.database, attached, catalog, applied, sec, events));
      }
      const pass = new EntityPass(stage.database, attached, catalog, applied, events);
      const result = await passThrough(pass);
      remember?.(runKey(run), pass.base);
      return result;
    } finally {
      catalog.exec(`DETACH ${attached}`);
    }
  };
  return {
    total: stage.total,
    apply: (onProgress) =>
      apply(onProgress)
        .catch((error: unknown) => {
          target.locks.release(run.id);
          throw error;
        })
        .finally(() => stage.database.close()),
  };
}

function isFirstLoad(catalog: Sqlite, source: number, runId: number): boolean {
  const first = catalog
    .prepare<[number], number | null>('SELECT first_run FROM sources WHERE number = ?')
    .pluck()
    .get(source);
  return (first ?? runId) === runId;
}

/** A run id alone could repeat after an older catalog was restored. */
function runKey({ id, startedAt }: Pick<Run, 'id' | 'startedAt'>): string {
  return `${id} ${startedAt}`;
}
