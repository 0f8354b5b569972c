import { sortNumbers } from './sort-numbers.js';

/** All numbers of ascending lists of distinct ones, each once. */
export function merged(lists: readonly Uint32Array[]): Uint32Array {
  const [one = new Uint32Array(0), other, ...more] = lists;
  if (other === undefined) return one;
  return more.length === 0 ? mergedTwo(one, other) : sortedTogether(lists);
}

/** In place. */
export function distinct(ascending: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < ascending.length; at++) {
    const number = ascending[at] as number;
    if (count === 0 || number !== ascending[count - 1]) ascending[count++] = number;
  }
  return ascending.subarray(0, count);
}

/** Those of both. */
export function shared(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(Math.min(one.length, other.length));
  let count = 0;
  for (let at = 0, next = 0; at < one.length && next < other.length; ) {
    const difference = (one[at] as number) - (other[next] as number);
    if (difference === 0) both[count++] = one[at] as number;
    if (difference <= 0) at++;
    if (difference >= 0) next++;
  }
  return both.subarray(0, count);
}

/** Those of the one that are not of the other. */
export function lacking(one: Uint32Array, other: Uint32Array): Uint32Array {
  const left = new Uint32Array(one.length);
  let count = 0;
  for (let at = 0, next = 0; at < one.length; at++) {
    const number = one[at] as number;
    while (next < other.length && (other[next] as number) < number) next++;
    if (other[next] !== number) left[count++] = number;
  }
  return left.subarray(0, count);
}

function mergedTwo(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const all = new Uint32Array(one.length + other.length);
  let count = 0;
  for (let at = 0, next = 0; at < one.length || next < other.length; ) {
    const difference = (one[at] ?? Number.MAX_VALUE) - (other[next] ?? Number.MAX_VALUE);
    all[count++] = (difference <= 0 ? one[at++] : other[next]) as number;
    if (difference >= 0) next++;
  }
  return all.subarray(0, count);
}

function sortedTogether(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const list of lists) {
    all.set(list, filled);
    filled += list.length;
  }
  return distinct(sortNumbers(all, new Uint32Array(filled), 2 ** 32 - 1));
}
