import type { SortedTexts } from './sorted-texts.js';
import { type Branch, branches, characterBytes, findBeginning, findWhole } from './word-tree.js';

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
  let here: Branch | null = { range: { from: 0, to: words.count }, depth: 0 };
  while (here !== null) {
    const edits = editsAt(bytes, here.depth);
    for (const tail of edits.tails) add(found, findTail(words, here, tail));
    here = tryCharacters(words, here, edits, found, findTail);
  }
  return found;
}

/** The bytes that may follow where the words part: the tails of the word with one edit made before them. */
interface Edits {
  /** With the character left out, or exchanged with the next. */
  readonly tails: readonly Uint8Array[];
  readonly character: Uint8Array;
  /** From the character on, and from the one after it. */
  readonly rest: Uint8Array;
  readonly after: Uint8Array;
}

function editsAt(bytes: Uint8Array, depth: number): Edits {
  const rest = bytes.subarray(depth);
  const [character, after] = split(rest);
  const [next, afterNext] = split(after);
  const isSwap = next.length > 0 && Buffer.compare(character, next) !== 0;
  return {
    tails: [
      ...(character.length > 0 ? [after] : []),
      ...(isSwap ? [Buffer.concat([next, character, afterNext])] : []),
    ],
    ...{ character, rest, after },
  };
}

/** Each character that follows as one put in or put in place; gives the branch of the word's own. */
function tryCharacters(
  words: SortedTexts,
  here: Branch,
  { character, rest, after }: Edits,
  found: Set<number>,
  findTail: typeof findWhole,
): Branch | null {
  let own: Branch | null = null;
  for (const branch of branches(words, here)) {
    add(found, findTail(words, branch, rest));
    const start = (words.starts[branch.range.from] as number) + here.depth;
    const tried = words.bytes.subarray(start, start + branch.depth - here.depth);
    if (Buffer.compare(tried, character) === 0) own = branch;
    else if (character.length > 0) add(found, findTail(words, branch, after));
  }
  return own;
}

/** The first character and what follows it. */
function split(bytes: Uint8Array): readonly [character: Uint8Array, after: Uint8Array] {
  const [first] = bytes;
  const length = first === undefined ? 0 : characterBytes(first);
  return [bytes.subarray(0, length), bytes.subarray(length)];
}

function add(found: Set<number>, number: number): void {
  if (number >= 0) found.add(number);
}
