import { Gauge, type Registry } from 'prom-client';
import { memoizeFor } from '../../domain/memoize-for.js';
import { HOST_STATES, type HostState } from '../../ingest/live/host-state.js';
import type { Indexes } from '../../operations/support/dependencies.js';
import { type Catalog, RUN_OUTCOMES, type SourceState } from '../../store/store.js';

const KEPT_MS = 1_000;

interface Watched {
  /** Returns the catalog that is currently served. */
  readonly catalog: () => Pick<Catalog, 'runs'>;
  readonly indexes: { current(): Indexes | undefined };
  readonly now: () => number;
  /** Portals read at request time; empty if live mode is off. */
  readonly hostStates: () => ReadonlyMap<string, HostState>;
}

/** Registers metrics of the data: the age of the index, and how each source's last run ended. Read on each scrape. */
export function watchData(registry: Registry, { catalog, indexes, now, hostStates }: Watched): void {
  new Gauge({
    name: 'dossier_index_age_seconds',
    help: 'Age of the served search index; absent while none is loaded.',
    registers: [registry],
    collect() {
      const index = indexes.current();
      this.reset();
      if (index) this.set((now() - index.manifest.builtAt) / 1_000);
    },
  });
  // All gauges share one query of the store.
  const states = memoizeFor(KEPT_MS, () => catalog().runs.listSourceStates());
  const bySource = (name: string, help: string, read: (state: SourceState) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      async collect() {
        for (const state of await states()) {
          const value = read(state);
          if (value !== undefined) this.set({ source: state.sourceId }, value);
        }
      },
    });
  bySource('dossier_source_records', 'Live records of a source.', ({ records }) => records);
  bySource(
    'dossier_source_last_good_run_timestamp_seconds',
    'Time at which the last successful run ended; Unix seconds.',
    ({ lastGoodRun }) => (lastGoodRun?.finishedAt ? lastGoodRun.finishedAt / 1_000 : undefined),
  );
  watchRuns(registry, states);
  watchPortals(registry, hostStates);
}

function watchPortals(registry: Registry, hostStates: Watched['hostStates']): void {
  new Gauge({
    name: 'dossier_portal_state',
    help: 'Circuit-breaker state of each portal host; 1 for the current state.',
    labelNames: ['host', 'state'],
    registers: [registry],
    collect() {
      for (const [host, found] of hostStates()) {
        for (const state of HOST_STATES) this.set({ host, state }, found === state ? 1 : 0);
      }
    },
  });
}

function watchRuns(registry: Registry, states: () => Promise<readonly SourceState[]>): void {
  new Gauge({
    name: 'dossier_source_last_run',
    help: 'Outcome of the last run of each source: 1 for the current outcome, 0 for the others.',
    labelNames: ['source', 'outcome'],
    registers: [registry],
    async collect() {
      for (const { sourceId: source, lastRun } of await states()) {
        if (!lastRun) continue;
        for (const outcome of RUN_OUTCOMES)
          this.set({ source, outcome }, lastRun.outcome === outcome ? 1 : 0);
      }
    },
  });
}
