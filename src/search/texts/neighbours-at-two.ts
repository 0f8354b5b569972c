import type { SortedTexts } from './sorted-texts.js';
import { type Branch, branches } from './word-tree.js';

/** The first characters, in which most words branch, contain at most one of the two edits. */
const FIRST = 3;

/**
 * The numbers of the words at Damerau-Levenshtein distance 2 or less, of whose first three characters at most one is edited.
 * Walks the sorted words as a tree, with a row of the distance's table for each character, and no further than a row has a 2.
 */
export function neighboursAtTwo(words: SortedTexts, word: string): Set<number> {
  const found = new Set<number>();
  const letters = [...word];
  const first = letters.map((_, at) => at).concat(letters.length);
  walk({ words, letters, found }, { range: { from: 0, to: words.count }, depth: 0 }, [], [first]);
  return found;
}

interface Walk {
  readonly words: SortedTexts;
  readonly letters: readonly string[];
  readonly found: Set<number>;
}

function walk(of: Walk, here: Branch, path: readonly string[], rows: readonly number[][]): void {
  const { words, letters, found } = of;
  const row = rows.at(-1) ?? [];
  if (path.length > 0 && (row[letters.length] ?? 3) <= 2 && endsHere(words, here)) found.add(here.range.from);
  for (const branch of branches(words, here)) {
    const start = (words.starts[branch.range.from] as number) + here.depth;
    const { buffer, byteOffset } = words.bytes;
    const letter = Buffer.from(buffer, byteOffset + start, branch.depth - here.depth).toString();
    const next = nextRow(letters, letter, path, rows);
    const most = path.length < FIRST ? 1 : 2;
    if (Math.min(...next) <= most) walk(of, branch, [...path, letter], [...rows, next]);
  }
}

function nextRow(
  letters: readonly string[],
  letter: string,
  path: readonly string[],
  rows: readonly number[][],
) {
  const above = rows.at(-1) ?? [];
  const twoAbove = rows.at(-2);
  const before = path.at(-1);
  const next = [(above[0] ?? 0) + 1];
  for (let at = 1; at <= letters.length; at++) {
    const own = letters[at - 1];
    let least = Math.min(
      (above[at] ?? 9) + 1,
      (next[at - 1] ?? 9) + 1,
      (above[at - 1] ?? 9) + (own === letter ? 0 : 1),
    );
    if (twoAbove && own === before && letters[at - 2] === letter)
      least = Math.min(least, (twoAbove[at - 2] ?? 9) + 1);
    next.push(least);
  }
  return next;
}

function endsHere(words: SortedTexts, { range, depth }: Branch): boolean {
  return (words.starts[range.from + 1] as number) - (words.starts[range.from] as number) === depth;
}
