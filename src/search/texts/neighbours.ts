import { editCost } from './edit-cost.js';
import type { NumberRange, SortedTexts } from './sorted-texts.js';
import { type Branch, branches, characterBytes, findBeginning, findWhole, goesOn } from './word-tree.js';

/**
 * Returns the numbers of the words at Damerau-Levenshtein distance 1: one character omitted, inserted or replaced, or two
 * adjacent ones swapped. Walks the sorted words as a tree along the word and tries only characters that follow somewhere. So it
 * needs no other dictionary, and stops if no word has the prefix. `beginning`: returns one number for each prefix at distance
 * 1, of any word with that prefix.
 */
export function neighbours(
  words: SortedTexts,
  word: string,
  find: 'whole' | 'beginning' = 'whole',
): Set<number> {
  const findTail = find === 'whole' ? findWhole : findBeginning;
  const bytes = Buffer.from(word);
  const found = new Set<number>();
  const add = (number: number) => {
    if (number >= 0) found.add(number);
  };
  for (let here: Branch | null = { range: { from: 0, to: words.count }, depth: 0 }; here !== null; ) {
    const { depth } = here;
    const after = endOfCharacter(bytes, depth);
    const isOver = after === depth;
    const swapped = swappedAt(bytes, depth, after);
    if (!isOver) add(findTail(words, here, bytes, after));
    if (swapped !== null) add(findTail(words, here, swapped, depth));
    let own: Branch | null = null;
    for (const branch of branches(words, here)) {
      add(findTail(words, branch, bytes, depth));
      if (isOver) continue;
      if (goesOn(words, branch.range.from, depth, bytes, depth, after)) own = branch;
      else add(findTail(words, branch, bytes, after));
    }
    here = own;
  }
  return found;
}

/** Returns the bytes with the characters at `from` and `middle` swapped; null if there are not two, or they are equal. */
function swappedAt(bytes: Buffer, from: number, middle: number): Buffer | null {
  const end = endOfCharacter(bytes, middle);
  const [one, next] = [bytes.subarray(from, middle), bytes.subarray(middle, end)];
  if (next.length === 0 || one.equals(next)) return null;
  const swapped = Buffer.from(bytes);
  swapped.set(next, from);
  swapped.set(one, from + next.length);
  return swapped;
}

function endOfCharacter(bytes: Uint8Array, from: number): number {
  return from < bytes.length ? from + characterBytes(bytes[from] as number) : from;
}

/** The number of first characters that may contain at most one of the two edits: most words branch there. */
const FIRST = 3;

/** The maximum distance of `neighboursAtTwo`. */
const MAX = 2;
/** A greater distance than any that counts. */
const FAR = MAX + 1;

/**
 * Returns the numbers of the words at Damerau-Levenshtein distance 2 or less, with at most one edit in their first three
 * characters. Walks the sorted words as a tree, with a row of the distance table per character, and stops where all distances
 * of a row exceed 2. `fields`: returns the first number of each first field (up to a space) at that distance, with edits
 * anywhere.
 */
export function neighboursAtTwo(
  words: SortedTexts,
  word: string,
  find: 'words' | 'fields' = 'words',
): Set<number> {
  const found = new Set<number>();
  const letters = Uint32Array.from([...word], (letter) => letter.codePointAt(0) as number);
  const table = new Uint16Array((letters.length + 1) * (letters.length + MAX + 2));
  for (let at = 0; at <= letters.length; at++) table[at] = at;
  const path = new Uint32Array(letters.length + MAX + 2);
  const walked: Walk = { words, letters, found, table, path, find };
  walk(walked, 0, { range: { from: 0, to: words.count }, depth: 0 });
  return found;
}

interface Walk {
  readonly words: SortedTexts;
  /** Code points. */
  readonly letters: Uint32Array;
  readonly found: Set<number>;
  /**
   * Row by row: the distance of the path from each prefix of the word that is at most two letters shorter or longer. The path
   * is at most two letters longer than the word, plus the one being tried.
   */
  readonly table: Uint16Array;
  readonly find: 'words' | 'fields';
  /** The code points of the current path; how many is an argument of the functions. */
  readonly path: Uint32Array;
}

function walk(of: Walk, length: number, here: Branch): void {
  const { words, letters, found, table, path, find } = of;
  const isNear = Math.abs(length - letters.length) <= MAX;
  const distance = isNear ? (table[length * (letters.length + 1) + letters.length] as number) : FAR;
  if (find === 'words' && length > 0 && distance <= MAX && endsHere(words, here)) found.add(here.range.from);
  const max = find === 'words' && length < FIRST ? 1 : MAX;
  for (const branch of branches(words, here)) {
    const character = characterOf(words, here.depth, branch);
    if (find === 'fields' && character === SPACE) {
      if (distance <= MAX) found.add(branch.range.from);
      continue;
    }
    path[length] = character;
    if (addRow(of, length + 1) <= max) walk(of, length + 1, branch);
  }
}

const SPACE = 0x20;

/** Writes the row of a path of this length; returns its lowest distance. */
function addRow({ letters, table, path }: Walk, length: number): number {
  const width = letters.length + 1;
  const row = length * width;
  const above = row - width;
  const twoAbove = above - width;
  const [before, letter] = [path[length - 2], path[length - 1]];
  const first = Math.max(1, length - MAX);
  const last = Math.min(letters.length, length + MAX);
  let left = first === 1 ? length : FAR;
  let min = left;
  table[row + first - 1] = left;
  for (let at = first; at <= last; at++) {
    const own = letters[at - 1];
    let distance = (table[above + at - 1] as number) + (own === letter ? 0 : 1);
    if (left < distance) distance = left + 1;
    const up = table[above + at] as number;
    if (up < distance) distance = up + 1;
    if (at > 1 && own === before && letters[at - 2] === letter)
      distance = Math.min(distance, (table[twoAbove + at - 2] as number) + 1);
    table[row + at] = distance;
    left = distance;
    if (distance < min) min = distance;
  }
  if (last < letters.length) table[row + last + 1] = FAR;
  return min;
}

function characterOf(
  { bytes, starts }: SortedTexts,
  depth: number,
  { range, depth: deeper }: Branch,
): number {
  const start = (starts[range.from] as number) + depth;
  if (deeper === depth + 1) return bytes[start] as number;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, deeper - depth).toString();
  return text.codePointAt(0) as number;
}

function endsHere(words: SortedTexts, { range, depth }: Branch): boolean {
  return (words.starts[range.from + 1] as number) - (words.starts[range.from] as number) === depth;
}

/** Returns the distinct first fields of keys at distance 1, if at least one of their keys counts. */
export function firstFieldsNear(
  keys: SortedTexts,
  field: string,
  isCounted: (number: number) => boolean,
): Set<string> {
  const near = new Set<string>();
  for (const number of neighbours(keys, `${field} `, 'beginning')) {
    const text = keys.text(number);
    const found = text.slice(0, text.indexOf(' '));
    if (found === field || near.has(found) || editCost(field, found, 1) === null) continue;
    if (someOf(keys.beginningWith(`${found} `), isCounted)) near.add(found);
  }
  return near;
}

/** Returns the same at distance 2 or less. Only for few keys: it walks most of them. */
export function firstFieldsAtTwo(
  keys: SortedTexts,
  field: string,
  isCounted: (number: number) => boolean,
): Set<string> {
  const fields = [...neighboursAtTwo(keys, field, 'fields')].map((number) => {
    const text = keys.text(number);
    return text.slice(0, text.indexOf(' '));
  });
  return new Set(fields.filter((one) => one !== field && someOf(keys.beginningWith(`${one} `), isCounted)));
}

function someOf({ from, to }: NumberRange, isCounted: (number: number) => boolean): boolean {
  for (let number = from; number < to; number++) if (isCounted(number)) return true;
  return false;
}
