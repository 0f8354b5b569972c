import { textHash } from '../../matching/population/text-hash.js';

/** What a record is looked up by, other than what it is like. */
export type LookupKind = 'id' | 'identifier';
const SEEDS: Readonly<Record<LookupKind, number>> = { id: 11, identifier: 12 };

export function lookupHash(kind: LookupKind, text: string): number {
  return textHash(SEEDS[kind], text);
}
