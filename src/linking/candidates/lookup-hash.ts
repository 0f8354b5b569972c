import { textHash } from '../../matching/block/text-hash.js';

/** The kinds of exact lookup keys. */
export type LookupKind = 'id' | 'identifier';
const SEEDS: Readonly<Record<LookupKind, number>> = { id: 11, identifier: 12 };

export function lookupHash(kind: LookupKind, text: string): number {
  return textHash(SEEDS[kind], text);
}
