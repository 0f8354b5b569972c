import type { ContentChanges } from '../../store/store.js';
import type { DeltaManifest } from '../files/files.js';

/** Decides when changes go into a delta, and when a new build includes them. */
export interface DeltaPolicy {
  /** Builds of fewer bytes take seconds: they are simply made again. */
  readonly minBytes: number;
  /** Records that came, changed or went since the build; more are built again. */
  readonly maxTouched: number;
  /** Known filers with other names, tickers or codes since: those wait for the next build, so there should be few. */
  readonly maxFilers: number;
  /** If a delta has this many changed records or more, the run ends with a build. */
  readonly mergeFrom: number;
  /** A build that is older takes in whatever has changed. */
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
