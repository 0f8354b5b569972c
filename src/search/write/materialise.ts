import { upperBound } from '../../collections/bisect.js';
import type { Adjacency } from '../sets/adjacency.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { intersection } from '../sets/bitmap/intersection.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import type { NumberRange, SortedTexts } from '../texts/sorted-texts.js';

/**
 * Tells what is *broad*: a prefix, or a set of words, whose names stand for more documents than may be folded while a
 * query waits. Their documents are kept ready; all else is folded when asked for, so both ways give the same.
 *
 * A document counts once for every owner and name: an upper bound of the distinct documents, cheap to sum.
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

/** Single names that are broad. */
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

/** Every broad range of names that share a beginning, single names included; each once. */
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

/** How many bytes the first and the last name share, and so all between; at least `known`. */
function sharedBytes(texts: SortedTexts, first: number, last: number, known: number): number {
  const start = texts.starts[first] as number;
  const otherStart = texts.starts[last] as number;
  const max = Math.min(lengthOf(texts, first), lengthOf(texts, last));
  let shared = Math.min(known, max);
  while (shared < max && texts.bytes[start + shared] === texts.bytes[otherStart + shared]) shared++;
  return shared;
}

/** Names of the range by their byte at `depth`; one that ends there stands alone. */
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

/** The end of the names in `[from, to)` with the same byte at `depth` as the first. */
function endOfByte(texts: SortedTexts, from: number, to: number, depth: number): number {
  const byteOf = (name: number): number => texts.bytes[(texts.starts[name] as number) + depth] as number;
  const byte = byteOf(from);
  return upperBound(from + 1, to, (name) => byteOf(name) !== byte);
}

interface BroadSet {
  /** Word numbers, ascending. */
  readonly words: readonly number[];
  /** The names that bear all of them, ascending. */
  readonly names: Uint32Array;
}

interface Bearers {
  readonly words: readonly number[];
  readonly names: Bitmap;
}

/**
 * A set is broad only if every part of it is, so sets grow word by word from the broad words; smaller sets first.
 * Stops after `max` sets: what is then missing is folded when asked for.
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

/** Each set with one more word, a later one, so that none comes twice. */
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
