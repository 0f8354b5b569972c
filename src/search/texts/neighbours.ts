import type { SortedTexts } from './sorted-texts.js';
import { type Branch, branches, characterBytes, findBeginning, findWhole, goesOn } from './word-tree.js';

/**
 * The numbers of the words at Damerau-Levenshtein distance 1: one character left out, put in, replaced, or two
 * neighbours swapped. Walks the sorted words as a tree along the word, trying only characters that follow somewhere,
 * so it needs no dictionary of its own and ends where no word begins so. `beginning`: one number for each beginning of a text
 * that is at distance 1, of any that begin so.
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

/** With the characters from `from` and from `middle` on exchanged; null if there are not two, or they are equal. */
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
