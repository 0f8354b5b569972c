import { Gauge, type Registry } from 'prom-client';

/** The state of a node that follows publications. */
export interface FollowState {
  /** The version that is served; null before the first. */
  readonly served: number | null;
  /** The version that the register wants; null if it could not be read yet. */
  readonly wanted: number | null;
  /** Since when, by `performance.now()`, the wanted version differs from the served one; null if they are the same. */
  readonly behindSince: number | null;
  /** Consecutive failed attempts. */
  readonly failures: number;
  /** Null: not checked yet. */
  readonly missingParts: number | null;
  /** Whether the served copy differs from what was published. */
  readonly isDamaged: boolean;
}

/** Registers metrics of a node that follows publications. Read on each scrape. */
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
