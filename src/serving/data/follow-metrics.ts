import { Gauge, type Registry } from 'prom-client';

/** How a node follows what is published. */
export interface FollowState {
  /** The version that is served; null before the first. */
  readonly served: number | null;
  /** The version that the register wants to be served; null where it could not be asked yet. */
  readonly wanted: number | null;
  /** Since when, by `performance.now()`, another is wanted than is served; null: they are the same. */
  readonly behindSince: number | null;
  /** Tries that failed one after the other. */
  readonly failures: number;
  /** Null: not checked yet. */
  readonly missingParts: number | null;
  /** Whether the served copy is not as it was published. */
  readonly isDamaged: boolean;
}

/** Metrics of a node that follows publications. Read when asked for. */
export function watchFollowing(registry: Registry, state: () => FollowState): void {
  const gauge = (name: string, help: string, read: (of: FollowState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read(state());
        this.reset();
        if (value !== null) this.set(value);
      },
    });
  gauge('dossier_publication_served', 'The published version that is served.', ({ served }) => served);
  gauge(
    'dossier_publication_wanted',
    'The version that this node should serve: the newest, or the pinned one.',
    ({ wanted }) => wanted,
  );
  gauge(
    'dossier_publication_lag_seconds',
    'Seconds for which this node has not served the wanted version; 0 if it does.',
    ({ behindSince }) => (behindSince === null ? 0 : (performance.now() - behindSince) / 1_000),
  );
  gauge(
    'dossier_publication_failures',
    'Consecutive failed attempts to fetch a version; the log gives the reason.',
    ({ failures }) => failures,
  );
  gauge(
    'dossier_publication_missing_parts',
    'Objects that published versions need and that are missing in the store; checked hourly and after each switch.',
    ({ missingParts }) => missingParts,
  );
  gauge(
    'dossier_publication_damaged',
    '1 if the copy that this node serves is not as it was published; verified daily and after each switch.',
    ({ isDamaged }) => (isDamaged ? 1 : 0),
  );
}
