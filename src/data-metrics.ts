import { Gauge, type Registry } from 'prom-client';
import type { Indexes } from './operations/dependencies.js';
import { type Catalog, RUN_OUTCOMES } from './store/store.js';

/** What operators watch of the data: how old the index is and how each source's last run ended. Read when asked for. */
export function watchData(
  registry: Registry,
  parts: {
    readonly catalog: Catalog;
    readonly indexes: { current(): Indexes | undefined };
    readonly now: () => number;
  },
): void {
  const { catalog, indexes, now } = parts;
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
  const records = new Gauge({
    name: 'dossier_source_records',
    help: 'Live records of a source.',
    labelNames: ['source'],
    registers: [registry],
  });
  const finished = new Gauge({
    name: 'dossier_source_last_good_run_timestamp_seconds',
    help: 'When the last run that ended well ended; Unix seconds.',
    labelNames: ['source'],
    registers: [registry],
  });
  new Gauge({
    name: 'dossier_source_last_run',
    help: 'How the last run of a source ended or where it stands: 1 for its outcome, 0 for the others.',
    labelNames: ['source', 'outcome'],
    registers: [registry],
    async collect() {
      for (const {
        sourceId: source,
        records: held,
        lastRun,
        lastGoodRun,
      } of await catalog.listSourceStates()) {
        if (!lastRun) continue;
        records.set({ source }, held);
        if (lastGoodRun?.finishedAt) finished.set({ source }, lastGoodRun.finishedAt / 1_000);
        for (const outcome of RUN_OUTCOMES)
          this.set({ source, outcome }, lastRun.outcome === outcome ? 1 : 0);
      }
    },
  });
}
