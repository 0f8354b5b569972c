import { SEC_SOURCES, type SecSourceId } from '../../../domain/sec.js';
import { FILING_PRECEDENCE } from '../../../domain/sec-precedence.js';

/** The source's bit in `filing_rows.claims`. SEC_SOURCES is append-only for that reason. */
export function claimOf(source: SecSourceId): number {
  return 1 << SEC_SOURCES.indexOf(source);
}

/**
 * The claims that fall where a complete file of the source does not name a row. The quarterly index is rebuilt
 * with corrections and deletions, the daily ones never are: it speaks for both.
 */
export function claimsWithdrawnBy(source: SecSourceId): number {
  if (source !== 'us_sec_full_index') return claimOf(source);
  return claimOf('us_sec_full_index') | claimOf('us_sec_daily_index');
}

export function statesFilings(source: SecSourceId): boolean {
  const sources: readonly SecSourceId[] = FILING_PRECEDENCE.filed;
  return sources.includes(source);
}

/** `filer_parts.part`: 0 is the name in the newest indexed filing, n is SEC_SOURCES[n - 1]. */
export const NEWEST_FILING_PART = 0;

export function partOf(source: SecSourceId): number {
  return SEC_SOURCES.indexOf(source) + 1;
}

export function toSecSource(id: string): SecSourceId {
  const source = SEC_SOURCES.find((known) => known === id);
  if (source === undefined) throw new RangeError(`${id} is not a source of SEC facts.`);
  return source;
}
