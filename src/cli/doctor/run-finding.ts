import { isStale } from '../../ingest/schedule.js';
import { DATASETS } from '../../sources/datasets.js';
import { SOURCES } from '../../sources/index.js';
import type { Catalog, SourceState } from '../../store/store.js';
import { type Finding, fine, wrong } from './finding.js';

const MOST_NAMED = 5;

/** Runs whose process is dead, sources whose last run failed, and sources that are older than two of their periods. */
export async function examineRuns(catalog: Catalog, now: number): Promise<Finding> {
  const states = await catalog.listSourceStates();
  const dead = states.filter(
    ({ lastRun }) => lastRun && !catalog.isRunAlive(lastRun) && isOpen(lastRun.outcome),
  );
  const failed = states.filter(
    ({ lastRun }) => lastRun?.outcome === 'failed' || lastRun?.outcome === 'abandoned',
  );
  const byId = new Map(states.map((state) => [state.sourceId, state]));
  const stale = [...SOURCES, ...DATASETS].filter((source) => isStale(source, byId.get(source.id), now));
  const said = [
    ...tell('was killed while it loaded', 'were killed while they loaded', dead.map(idOf)),
    ...tell('was not loaded at its last run', 'were not loaded at their last run', failed.map(idOf)),
    ...tell(
      'is out of date',
      'are out of date',
      stale.map(({ id }) => id),
    ),
  ];
  if (said.length === 0) return fine('runs', 'Every last run ended well, and no source is out of date.');
  const cure =
    dead.length + failed.length > 0
      ? 'dossier sources ID says why; run dossier ingest ID again.'
      : 'Run dossier schedule, or dossier ingest ID.';
  return wrong('runs', said.join(' '), cure);
}

function isOpen(outcome: string): boolean {
  return outcome === 'running' || outcome === 'applying';
}

function tell(one: string, several: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  return [`${ids.slice(0, MOST_NAMED).join(', ')}${more} ${ids.length === 1 ? one : several}.`];
}

function idOf({ sourceId }: SourceState): string {
  return sourceId;
}
