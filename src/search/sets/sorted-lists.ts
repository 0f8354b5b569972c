/** Up to this length, the built-in sort is faster (measured). */
const FEW = 384;
/**
 * Up to this length, three passes over short digits are faster than two over long ones, which have more values than the list.
 */
const SOME = 8_192;
/** The count of each digit, and then its next place. Reused; one per thread. */
const PLACES = new Uint32Array(2 ** 16 + 1);

/** Returns the distinct numbers of all lists. Each list must be ascending and distinct. */
export function merged(lists: readonly Uint32Array[]): Uint32Array {
  const [one = new Uint32Array(0), other, ...more] = lists;
  if (other === undefined) return one;
  return more.length === 0 ? mergedTwo(one, other) : sortedTogether(lists);
}

/** Removes duplicates in place. */
export function distinct(ascending: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < ascending.length; at++) {
    const number = ascending[at] as number;
    if (count === 0 || number !== ascending[count - 1]) ascending[count++] = number;
  }
  return ascending.subarray(0, count);
}

/** Returns the intersection. */
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

/** Returns the numbers of `one` that are not in `other`. */
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

/**
 * Keeps the numbers that pass, in order and in place. The built-in `filter` of typed arrays collects the values in a list first
 * and takes eight times as long.
 */
export function filterInPlace(numbers: Uint32Array, passes: (number: number) => boolean): Uint32Array {
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    if (passes(number)) numbers[count++] = number;
  }
  return numbers.subarray(0, count);
}

/**
 * Returns the numbers, which are below `limit`, in ascending order: in their own memory or in that of `scratch`, which must be
 * at least as long. Radix passes take 60 µs for 2,000 numbers and 0.7 ms for 65,536; the built-in sort takes 150 µs and 5 ms.
 */
export function sortNumbers(numbers: Uint32Array, scratch: Uint32Array, limit: number): Uint32Array {
  if (numbers.length <= FEW) return numbers.sort();
  const passes = numbers.length <= SOME ? 3 : 2;
  const bits = Math.max(1, Math.ceil((32 - Math.clz32(limit)) / passes));
  let [from, to] = [numbers, scratch.subarray(0, numbers.length)];
  for (let shift = 0; shift < passes * bits; shift += bits) {
    distribute(from, to, shift, bits);
    [from, to] = [to, from];
  }
  return from;
}

function distribute(from: Uint32Array, to: Uint32Array, shift: number, bits: number): void {
  const places = PLACES;
  const mask = 2 ** bits - 1;
  places.fill(0, 0, mask + 2);
  for (let at = 0; at < from.length; at++) {
    const next = (((from[at] as number) >>> shift) & mask) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
  for (let at = 0; at < from.length; at++) {
    const number = from[at] as number;
    const digit = (number >>> shift) & mask;
    const place = places[digit] as number;
    places[digit] = place + 1;
    to[place] = number;
  }
}
