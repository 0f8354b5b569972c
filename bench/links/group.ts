import type { Query } from './suite.js';

/** The body of which a query speaks, whether or not the reference has it: queries of one body stay together. */
export function groupOf({ record, truth }: Query): string {
  if (truth?.id) return truth.id;
  return /^(?:T|S\d+_)(\d+)$/.exec(record.id)?.[1] ?? record.id;
}

/** FNV-1a, without its lowest bits, which are dealt unevenly. */
export function hashOf(group: string, seed: number): number {
  let hash = 0x811c9dc5 + seed;
  for (let index = 0; index < group.length; index++) {
    hash = Math.imul(hash ^ group.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash >>> 7;
}
