import { SEC_SOURCES, type SecSourceId } from '../../../../domain/sec/sec.js';
import { FILING_PRECEDENCE, type FilerParts } from '../../../../domain/sec/sec-precedence.js';

/** The source's bit in `filing_rows.claims`. SEC_SOURCES is append-only because of it. */
export function claimOf(source: SecSourceId): number {
  return 1 << SEC_SOURCES.indexOf(source);
}

/**
 * The claims that end if a complete file of the source lacks a row. The quarterly index is rebuilt with corrections and
 * deletions, the daily ones never are, so it covers both.
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

/** The parts of a filer by source. */
export function filerPartsOf(rows: readonly { readonly part: number; readonly fact: string }[]): FilerParts {
  const parts: Record<string, unknown> = {};
  for (const { part, fact } of rows) {
    const name = part === NEWEST_FILING_PART ? 'newest_filing' : SEC_SOURCES[part - 1];
    if (name !== undefined) parts[name] = JSON.parse(fact);
  }
  return parts as FilerParts;
}

export function toSecSource(id: string): SecSourceId {
  const source = SEC_SOURCES.find((known) => known === id);
  if (source === undefined) throw new RangeError(`${id} is not a source of SEC facts.`);
  return source;
}
