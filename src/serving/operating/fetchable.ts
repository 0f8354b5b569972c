import { dueAt } from '../../ingest/schedule.js';
import type { FetchableSource } from '../../operations/admin/dependencies.js';
import type { Loadable } from '../../sources/declare/index.js';
import type { SourceState } from '../../store/store.js';

/**
 * Returns the sources that can be fetched from their publishers: loaded ones, longest overdue first, then the others. Omits
 * data sets made from the files of another source, which are loaded with it.
 */
export function fetchable(
  sources: readonly Loadable[],
  states: readonly SourceState[],
): readonly FetchableSource[] {
  const byId = new Map(states.map((state) => [state.sourceId, state]));
  const ids = new Set(sources.map(({ id }) => id));
  const alone = sources.filter(
    (source) => source.kind !== 'dataset' || source.filesOf === undefined || !ids.has(source.filesOf),
  );
  const found = alone.flatMap((source) => {
    const state = byId.get(source.id);
    const at = dueAt(source, state, true);
    if (at === null) return [];
    return [{ sourceId: source.id, title: source.title, dueAt: at, isNew: state?.lastGoodRun == null }];
  });
  const sorted = found.sort(
    (one, other) => Number(one.isNew) - Number(other.isNew) || one.dueAt - other.dueAt,
  );
  return sorted.map(({ sourceId, title, dueAt }) => ({ sourceId, title, dueAt }));
}
