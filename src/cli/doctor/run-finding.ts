import { isStale } from '../../ingest/schedule.js';
import { DATASETS } from '../../sources/datasets.js';
import { SOURCES } from '../../sources/index.js';
import { inspectStage } from '../../store/engine/engine.js';
import type { Catalog, RunSummary } from '../../store/store.js';
import { type Finding, fine, wrong } from './finding.js';

const MAX_NAMED = 5;

/** Loads that were stopped or failed, and sources that are older than two of their periods: a finding for each cure. */
export async function examineRuns(
  catalog: Catalog,
  folder: string,
  now: number,
  deep: boolean,
): Promise<readonly Finding[]> {
  const states = await catalog.runs.listSourceStates();
  const last = states.flatMap(({ lastRun }) => (lastRun ? [lastRun] : []));
  const byId = new Map(states.map((state) => [state.sourceId, state]));
  const stale = [...SOURCES, ...DATASETS].filter((source) => isStale(source, byId.get(source.id), now));
  const applying = last.filter(({ outcome }) => outcome === 'applying');
  const alive = await Promise.all(applying.map((run) => catalog.runs.isAlive(run)));
  const interrupted = applying.filter((_, at) => !alive[at]);
  const findings = [
    ...interrupted.map((run) => ofInterrupted(run, inspectStage(folder, run.id, deep))),
    ...report(
      last.filter(({ outcome }) => outcome === 'abandoned').map(({ sourceId }) => sourceId),
      (ids) => `A load was killed while reading, and changed nothing: ${ids}.`,
      'Run dossier ingest ID again.',
    ),
    ...report(
      last.filter(({ outcome }) => outcome === 'failed').map(({ sourceId }) => sourceId),
      (ids) => `The last load failed: ${ids}.`,
      'Run dossier sources ID to see why, then dossier ingest ID again.',
    ),
    ...report(
      stale.map(({ id }) => id),
      (ids) => `Out of date: ${ids}.`,
      'Run dossier schedule, or dossier ingest ID.',
    ),
  ];
  return findings.length > 0
    ? findings
    : [fine('runs', 'All last runs succeeded, and no source is out of date.')];
}

/** Part of it is in the catalog. */
function ofInterrupted({ id, sourceId }: RunSummary, stage: ReturnType<typeof inspectStage>): Finding {
  const what = `The load of ${sourceId} (run ${id}) was stopped while it was being applied`;
  switch (stage) {
    case 'whole':
      return wrong(
        'runs',
        `${what}; part of it is visible.`,
        'The next start or load finishes it; or run: dossier ingest --finish',
      );
    case 'missing':
      return wrong('runs', `${what}, and the rest of it is lost.`, `Run: dossier ingest ${sourceId}`);
    case 'damaged':
      return wrong(
        'runs',
        `${what}, and the rest of it is damaged.`,
        `Run: dossier ingest --give-up ${id}, then dossier ingest ${sourceId}`,
      );
  }
}

function report(ids: readonly string[], what: (ids: string) => string, cure: string): readonly Finding[] {
  if (ids.length === 0) return [];
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return [wrong('runs', what(`${ids.slice(0, MAX_NAMED).join(', ')}${more}`), cure)];
}
