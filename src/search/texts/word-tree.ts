import { upperBound } from '../../collections/bisect.js';
import type { NumberRange, SortedTexts } from './sorted-texts.js';

/** A node of the sorted words as a tree: `range` are the words that share their first `depth` bytes. */
export interface Branch {
  readonly range: NumberRange;
  readonly depth: number;
}

/**
 * The children of a node with this many words are cached, because every walk starts with the widest nodes: some 10 MB for ten
 * million words.
 */
const WIDE = 2_048;
const KEPT = new WeakMap<SortedTexts, Map<number, readonly number[]>>();
/** No node that wide is this deep. */
const DEEPEST = 65_536;

/** Yields a child for each character (not byte) that follows in any word. */
export function* branches(words: SortedTexts, here: Branch): Generator<Branch> {
  const { range, depth } = here;
  const isWide = range.to - range.from >= WIDE && depth < DEEPEST;
  const ends = isWide ? keptEnds(words, here) : endsOf(words, here);
  let from = firstLonger(words, here);
  for (const to of ends) {
    yield { range: { from, to }, depth: depth + characterAt(words, from, depth) };
    from = to;
  }
}

function keptEnds(words: SortedTexts, here: Branch): readonly number[] {
  let kept = KEPT.get(words);
  if (kept === undefined) {
    kept = new Map();
    KEPT.set(words, kept);
  }
  const key = here.range.from * DEEPEST + here.depth;
  let ends = kept.get(key);
  if (ends === undefined) {
    ends = [...endsOf(words, here)];
    kept.set(key, ends);
  }
  return ends;
}

function* endsOf(words: SortedTexts, here: Branch): Generator<number> {
  const { range, depth } = here;
  for (let from = firstLonger(words, here); from < range.to; ) {
    from = endOfEqual(words, { from, to: range.to }, depth, depth + characterAt(words, from, depth));
    yield from;
  }
}

function firstLonger(words: SortedTexts, { range, depth }: Branch): number {
  return range.from < range.to && lengthOf(words, range.from) === depth ? range.from + 1 : range.from;
}

function characterAt(words: SortedTexts, number: number, depth: number): number {
  return characterBytes(words.bytes[(words.starts[number] as number) + depth] as number);
}

/** Returns the number of the word whose rest equals `bytes` from `from` on, or -1. */
export function findWhole(words: SortedTexts, branch: Branch, bytes: Uint8Array, from: number): number {
  const found = firstNotBelow(words, branch, bytes, from);
  return found < branch.range.to && compareTail(words, found, branch.depth, bytes, from) === 0 ? found : -1;
}

/** Returns the number of the first word whose rest starts with `bytes` from `from` on, or -1. */
export function findBeginning(words: SortedTexts, branch: Branch, bytes: Uint8Array, from: number): number {
  const found = firstNotBelow(words, branch, bytes, from);
  const isFound = found < branch.range.to && goesOn(words, found, branch.depth, bytes, from, bytes.length);
  return isFound ? found : -1;
}

/** Returns true if the word continues after `depth` with the bytes from `from` (inclusive) to `to` (exclusive). */
export function goesOn(
  words: SortedTexts,
  number: number,
  depth: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const start = (words.starts[number] as number) + depth;
  if (start + to - from > (words.starts[number + 1] as number)) return false;
  for (let at = from; at < to; at++) if (words.bytes[start + at - from] !== bytes[at]) return false;
  return true;
}

/** Returns the number of bytes of a UTF-8 character with this first byte. */
export function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Inlined: `upperBound` would need a closure per search, and a word takes hundreds of searches. */
function firstNotBelow(
  words: SortedTexts,
  { range, depth }: Branch,
  bytes: Uint8Array,
  from: number,
): number {
  let low = range.from;
  let high = range.to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTail(words, middle, depth, bytes, from) >= 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compareTail(
  words: SortedTexts,
  number: number,
  depth: number,
  bytes: Uint8Array,
  from: number,
): number {
  const start = (words.starts[number] as number) + depth - from;
  const length = (words.starts[number + 1] as number) - start;
  const shared = Math.min(length, bytes.length);
  for (let at = from; at < shared; at++) {
    const difference = (words.bytes[start + at] as number) - (bytes[at] as number);
    if (difference !== 0) return difference;
  }
  return length - bytes.length;
}

/**
 * Returns the end of the words that share the bytes from `depth` to `deeper` with the first. Exponential search, because these
 * are usually few.
 */
function endOfEqual(words: SortedTexts, range: NumberRange, depth: number, deeper: number): number {
  const start = words.starts[range.from] as number;
  const isEqual = (number: number) =>
    goesOn(words, number, depth, words.bytes, start + depth, start + deeper);
  let step = 1;
  let last = range.from;
  while (last + step < range.to && isEqual(last + step)) {
    last += step;
    step *= 2;
  }
  return upperBound(last + 1, Math.min(range.to, last + step), (word) => !isEqual(word));
}

function lengthOf(words: SortedTexts, number: number): number {
  return (words.starts[number + 1] as number) - (words.starts[number] as number);
}
