import { firstPast } from '../../collections/bisect.js';
import type { NumberRange, SortedTexts } from './sorted-texts.js';

/** Sorted words walked as a tree: `range` are words that begin with the same `depth` bytes. */
export interface Branch {
  readonly range: NumberRange;
  readonly depth: number;
}

/** A branch for each character (not byte) that follows in any word. */
export function* branches(words: SortedTexts, { range, depth }: Branch): Generator<Branch> {
  let { from } = range;
  if (from < range.to && lengthOf(words, from) === depth) from++;
  while (from < range.to) {
    const deeper = depth + characterBytes(words.bytes[(words.starts[from] as number) + depth] as number);
    const to = endOfEqual(words, { from, to: range.to }, depth, deeper);
    yield { range: { from, to }, depth: deeper };
    from = to;
  }
}

/** The number of the word that goes on with these bytes and ends there, or -1. */
export function findWhole(words: SortedTexts, { range, depth }: Branch, tail: Uint8Array): number {
  const found = firstPast(range.from, range.to, (word) => compareTail(words, word, depth, tail) >= 0);
  return found < range.to && compareTail(words, found, depth, tail) === 0 ? found : -1;
}

/** The number of the first word that goes on with these bytes, or -1. */
export function findBeginning(words: SortedTexts, { range, depth }: Branch, tail: Uint8Array): number {
  const found = firstPast(range.from, range.to, (word) => compareTail(words, word, depth, tail) >= 0);
  return found < range.to && startsAt(words, found, depth, tail) ? found : -1;
}

/** How many bytes a character has that begins with this one. */
export function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function compareTail(words: SortedTexts, number: number, depth: number, tail: Uint8Array): number {
  const start = (words.starts[number] as number) + depth;
  const length = (words.starts[number + 1] as number) - start;
  const shared = Math.min(length, tail.length);
  for (let at = 0; at < shared; at++) {
    const difference = (words.bytes[start + at] as number) - (tail[at] as number);
    if (difference !== 0) return difference;
  }
  return length - tail.length;
}

/** The end of the words that share the bytes from `depth` to `deeper` with the first: few, so in growing steps. */
function endOfEqual(words: SortedTexts, range: NumberRange, depth: number, deeper: number): number {
  const start = words.starts[range.from] as number;
  const tail = words.bytes.subarray(start + depth, start + deeper);
  const isEqual = (number: number) => startsAt(words, number, depth, tail);
  let step = 1;
  let last = range.from;
  while (last + step < range.to && isEqual(last + step)) {
    last += step;
    step *= 2;
  }
  return firstPast(last + 1, Math.min(range.to, last + step), (word) => !isEqual(word));
}

function startsAt(words: SortedTexts, number: number, depth: number, part: Uint8Array): boolean {
  const start = (words.starts[number] as number) + depth;
  if (start + part.length > (words.starts[number + 1] as number)) return false;
  for (let at = 0; at < part.length; at++) if (words.bytes[start + at] !== part[at]) return false;
  return true;
}

function lengthOf(words: SortedTexts, number: number): number {
  return (words.starts[number + 1] as number) - (words.starts[number] as number);
}
