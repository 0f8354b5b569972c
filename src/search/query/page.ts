import { isList, type NumberSet } from '../sets/number-set.js';

/** `limit` members after the first `offset`; any offset costs the same. */
export function page(set: NumberSet, offset: number, limit: number): Uint32Array {
  return isList(set) ? set.subarray(offset, offset + limit) : set.slice(offset, limit);
}
