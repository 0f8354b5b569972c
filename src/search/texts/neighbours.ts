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
  const letters = [...word];
  const table = new Uint16Array((letters.length + 1) * (letters.length + 4));
  for (let at = 0; at <= letters.length; at++) table[at] = at;
  walk({ words, letters, found, table, path: [], find }, { range: { from: 0, to: words.count }, depth: 0 });
  return found;
}

interface Walk {
  readonly words: SortedTexts;
  readonly letters: readonly string[];
  readonly found: Set<number>;
  /**
   * Row by row: the distance of the path from each prefix of the word. The path is at most two letters longer than the word,
   * plus the one being tried.
   */
  readonly table: Uint16Array;
  readonly find: 'words' | 'fields';
  /** The characters of the current path. */
  readonly path: string[];
}

function walk(of: Walk, here: Branch): void {
  const { words, letters, found, table, path, find } = of;
  if (
    find === 'words' &&
    path.length > 0 &&
    (table[path.length * (letters.length + 1) + letters.length] as number) <= 2
  ) {
    if (endsHere(words, here)) found.add(here.range.from);
  }
  const max = find === 'words' && path.length < FIRST ? 1 : 2;
  const distance = table[path.length * (letters.length + 1) + letters.length] as number;
  for (const branch of branches(words, here)) {
    const character = characterOf(words, here.depth, branch);
    if (find === 'fields' && character === ' ') {
      if (distance <= 2) found.add(branch.range.from);
      continue;
    }
    path.push(character);
    if (addRow(of) <= max) walk(of, branch);
    path.pop();
  }
}

/** Writes the row of the last character of the path; returns its lowest distance. */
function addRow({ letters, table, path }: Walk): number {
  const width = letters.length + 1;
  const row = path.length * width;
  const above = row - width;
  const twoAbove = above - width;
  const [before, letter] = [path.at(-2), path.at(-1)];
  let min = (table[above] as number) + 1;
  table[row] = min;
  for (let at = 1; at < width; at++) {
    const own = letters[at - 1];
    let distance = Math.min(
      (table[above + at] as number) + 1,
      (table[row + at - 1] as number) + 1,
      (table[above + at - 1] as number) + (own === letter ? 0 : 1),
    );
    if (own === before && letters[at - 2] === letter && at > 1)
      distance = Math.min(distance, (table[twoAbove + at - 2] as number) + 1);
    table[row + at] = distance;
    if (distance < min) min = distance;
  }
  return min;
}

function characterOf(
  { bytes, starts }: SortedTexts,
  depth: number,
  { range, depth: deeper }: Branch,
): string {
  const start = (starts[range.from] as number) + depth;
  if (deeper === depth + 1) return String.fromCharCode(bytes[start] as number);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, deeper - depth).toString();
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
