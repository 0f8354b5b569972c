import type { Run, SealedStage } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { ContentVersions } from './content-versions.js';
import { DatasetPass } from './datasets/dataset-apply.js';
import { EntityPass } from './entities/entity-apply.js';
import type { Remember } from './entities/entity-stage.js';
import { EventWriter } from './feed/event-writer.js';
import { SecPass } from './filings/sec-apply.js';
import { toSecSource } from './filings/sec-claims.js';
import type { RunLocks } from './runs/run-locks.js';
import { applyPass, type Pass } from './staging/apply.js';
import { openStageFile, stagePath } from './staging/stage-file.js';

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
export function openSealedStage(target: Target, run: Run, remember?: Remember): SealedStage {
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
export function runKey({ id, startedAt }: Pick<Run, 'id' | 'startedAt'>): string {
  return `${id} ${startedAt}`;
}
