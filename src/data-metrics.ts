import { Gauge, type Registry } from 'prom-client';
import type { Indexes } from './operations/dependencies.js';
import { type Catalog, RUN_OUTCOMES, type SourceState } from './store/store.js';

interface Watched {
  readonly catalog: Catalog;
  readonly indexes: { current(): Indexes | undefined };
  readonly now: () => number;
}

/** What operators watch of the data: how old the index is and how each source's last run ended. Read when asked for. */
export function watchData(registry: Registry, { catalog, indexes, now }: Watched): void {
  new Gauge({
    name: 'dossier_index_age_seconds',
    help: 'Age of the search index that answers; absent while none is loaded.',
    registers: [registry],
    collect() {
      const index = indexes.current();
      this.reset();
      if (index) this.set((now() - index.manifest.builtAt) / 1_000);
    },
  });
  const bySource = (name: string, help: string, read: (state: SourceState) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      async collect() {
        for (const state of await catalog.listSourceStates()) {
          const value = read(state);
          if (value !== undefined) this.set({ source: state.sourceId }, value);
        }
      },
    });
  bySource('dossier_source_records', 'Live records of a source.', ({ records }) => records);
  bySource(
    'dossier_source_last_good_run_timestamp_seconds',
    'When the last run that ended well ended; Unix seconds.',
    ({ lastGoodRun }) => (lastGoodRun?.finishedAt ? lastGoodRun.finishedAt / 1_000 : undefined),
  );
  watchRuns(registry, catalog);
}

function watchRuns(registry: Registry, catalog: Catalog): void {
  new Gauge({
    name: 'dossier_source_last_run',
    help: 'How the last run of a source ended or where it stands: 1 for its outcome, 0 for the others.',
    labelNames: ['source', 'outcome'],
    registers: [registry],
    async collect() {
      for (const { sourceId: source, lastRun } of await catalog.listSourceStates()) {
        if (!lastRun) continue;
        for (const outcome of RUN_OUTCOMES)
          this.set({ source, outcome }, lastRun.outcome === outcome ? 1 : 0);
      }
    },
  });
}
