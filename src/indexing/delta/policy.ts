import type { ContentChanges } from '../../store/store.js';
import type { DeltaManifest } from '../files/files.js';

/** Decides when changes are written to a delta, and when they require a new build. */
export interface DeltaPolicy {
  /** Smaller builds take seconds: they are rebuilt instead. */
  readonly minBytes: number;
  /** Max records that were added, changed or removed since the build; more require a new build. */
  readonly maxTouched: number;
  /** Max filers in the index whose names, tickers or codes changed: such changes wait for the next build. */
  readonly maxFilers: number;
  /** If a delta has more changed records than this, the run ends with a build. */
  readonly mergeFrom: number;
  /** If a build is older than this, the run ends with a build if anything has changed. */
  readonly mergeAfterMs: number;
}

/** 200,000 changed records are searchable within seconds, and cost a query little (docs/domain/search.md). */
export const DELTA_POLICY: DeltaPolicy = {
  minBytes: 16 * 2 ** 20,
  maxTouched: 200_000,
  maxFilers: 1_000,
  mergeFrom: 100_000,
  mergeAfterMs: 24 * 60 * 60 * 1_000,
};

export function fitsDelta({ accessions, entities, filers }: ContentChanges, policy: DeltaPolicy): boolean {
  return accessions.length + entities.length <= policy.maxTouched && filers <= policy.maxFilers;
}

export function isMergeDue(
  { since, touched, filers }: DeltaManifest,
  now: number,
  policy: DeltaPolicy,
): boolean {
  return touched > policy.mergeFrom || (touched + filers > 0 && now - since.builtAt > policy.mergeAfterMs);
}
