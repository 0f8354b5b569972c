import { isDeepStrictEqual } from 'node:util';

/**
 * Whether two values say the same. Lists are compared row by row: those of a large ledger are longer in JSON than a
 * string may be.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((row, at) => isSame(row, other[at]));
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(plain(one), plain(other));
}

/** Rows of a driver may have another prototype. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
