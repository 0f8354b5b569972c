import { upperBound } from '../../collections/bisect.js';
import type { Adjacency } from '../sets/adjacency.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { intersection } from '../sets/bitmap/intersection.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import type { NumberRange, SortedTexts } from '../texts/sorted-texts.js';

/**
 * Determines which postings to materialise: those of a prefix or a set of words with more documents than may be collected
 * during a query. All others are collected on demand, so the results are the same.
 * Counts a document once per owner and name: an upper bound of the distinct documents that is cheap to sum.
 */
export class PostingWeights {
  /** Name -> documents of all names before it. */
  readonly #before: Float64Array;

  constructor(owners: Adjacency, groups: Adjacency | null) {
    const count = owners.starts.length - 1;
    this.#before = new Float64Array(count + 1);
    for (let name = 0; name < count; name++) {
      this.#before[name + 1] = (this.#before[name] as number) + weightOf(name, owners, groups);
    }
  }

  ofRange(range: NumberRange): number {
    return (this.#before[range.to] as number) - (this.#before[range.from] as number);
  }

  of(names: Uint32Array): number {
    let sum = 0;
    for (const name of names) sum += (this.#before[name + 1] as number) - (this.#before[name] as number);
    return sum;
  }
}

function weightOf(name: number, owners: Adjacency, groups: Adjacency | null): number {
  const from = owners.starts[name] as number;
  const to = owners.starts[name + 1] as number;
  if (groups === null) return to - from;
  let sum = 0;
  for (let at = from; at < to; at++) {
    const group = owners.values[at] as number;
    sum += (groups.starts[group + 1] as number) - (groups.starts[group] as number);
  }
  return sum;
}

/** Yields single names that are frequent enough to be materialised. */
export function* broadNames(
  count: number,
  weights: PostingWeights,
  broadFrom: number,
): Generator<NumberRange> {
  for (let name = 0; name < count; name++) {
    const range = { from: name, to: name + 1 };
    if (weights.ofRange(range) > broadFrom) yield range;
  }
}

/** Yields every range of names with a common prefix that is frequent enough, including single names; each once. */
export function* broadPrefixes(
  texts: SortedTexts,
  weights: PostingWeights,
  broadFrom: number,
): Generator<NumberRange> {
  const open: { range: NumberRange; depth: number }[] = [{ range: { from: 0, to: texts.count }, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { range } = next;
    if (weights.ofRange(range) <= broadFrom) continue;
    yield range;
    if (range.to - range.from === 1) continue;
    const depth = sharedBytes(texts, range.from, range.to - 1, next.depth);
    for (const part of partsAt(texts, range, depth)) open.push({ range: part, depth: depth + 1 });
  }
}

/** Returns the number of bytes that the first and the last name share, and therefore all between them. At least `known`. */
function sharedBytes(texts: SortedTexts, first: number, last: number, known: number): number {
  const start = texts.starts[first] as number;
  const otherStart = texts.starts[last] as number;
  const max = Math.min(lengthOf(texts, first), lengthOf(texts, last));
  let shared = Math.min(known, max);
  while (shared < max && texts.bytes[start + shared] === texts.bytes[otherStart + shared]) shared++;
  return shared;
}

/** Splits the range by the byte at `depth`; a name that ends there is a range of its own. */
function* partsAt(texts: SortedTexts, range: NumberRange, depth: number): Generator<NumberRange> {
  let { from } = range;
  if (lengthOf(texts, from) === depth) yield { from, to: ++from };
  while (from < range.to) {
    const to = endOfByte(texts, from, range.to, depth);
    yield { from, to };
    from = to;
  }
}

function lengthOf(texts: SortedTexts, name: number): number {
  return (texts.starts[name + 1] as number) - (texts.starts[name] as number);
}

/** Returns the end of the names in `[from, to)` with the same byte at `depth` as the first. */
function endOfByte(texts: SortedTexts, from: number, to: number, depth: number): number {
  const byteOf = (name: number): number => texts.bytes[(texts.starts[name] as number) + depth] as number;
  const byte = byteOf(from);
  return upperBound(from + 1, to, (name) => byteOf(name) !== byte);
}

interface BroadSet {
  /** Word numbers, ascending. */
  readonly words: readonly number[];
  /** The names that contain all of the words, ascending. */
  readonly names: Uint32Array;
}

interface Bearers {
  readonly words: readonly number[];
  readonly names: Bitmap;
}

/**
 * Yields the sets of words that are frequent enough. Every subset of such a set is frequent as well, so sets grow word by word,
 * smaller sets first. Stops after `max` sets: documents of other sets are collected on demand.
 */
export function* broadSets(
  names: Adjacency,
  weights: PostingWeights,
  broadFrom: number,
  max: number,
): Generator<BroadSet> {
  const single = [...broadWords(names, weights, broadFrom)];
  let left = max;
  let level: Bearers[] = single;
  while (level.length > 0 && left > 0) {
    for (const set of level.slice(0, left)) yield { words: set.words, names: set.names.toUint32Array() };
    left -= level.length;
    level = left > 0 ? [...widen(level, single, weights, broadFrom, left)] : [];
  }
}

function* broadWords(names: Adjacency, weights: PostingWeights, broadFrom: number): Generator<Bearers> {
  for (let word = 0; word + 1 < names.starts.length; word++) {
    const bearers = names.values.subarray(names.starts[word], names.starts[word + 1]);
    if (weights.of(bearers) > broadFrom) yield { words: [word], names: bitmapOfNumbers(bearers) };
  }
}

/** Extends each set by one word with a higher number, so that no set is repeated. */
function* widen(
  level: readonly Bearers[],
  single: readonly Bearers[],
  weights: PostingWeights,
  broadFrom: number,
  max: number,
): Generator<Bearers> {
  let left = max;
  for (const set of level) {
    const last = set.words.at(-1) ?? -1;
    for (const added of single) {
      const [word] = added.words;
      if (word === undefined || word <= last) continue;
      const names = intersection(set.names, added.names);
      if (weights.of(names.toUint32Array()) <= broadFrom) continue;
      yield { words: [...set.words, word], names };
      if (--left === 0) return;
    }
  }
}
