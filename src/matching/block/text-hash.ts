/**
 * Seeds for two hashes of one text that say nothing of each other. They differ in the lowest byte: where that is the same,
 * a quarter of the texts that agree in one hash agree in the other (measured of six million; of these two, none of 4,131).
 */
export const TWO_SEEDS = [0, 0x5bd1e995] as const;

/**
 * FNV-1a over the code units, begun differently for each seed; 32 bits. `links.db` holds its values. The walk stands here
 * again, and not in `collections/hash.ts`, because by way of that a hash takes 28 % more processor time.
 */
export function textHash(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
