import type { SortedTexts } from './sorted-texts.js';

/**
 * The numbers of the words at Damerau-Levenshtein distance 1: one character left out, put in, replaced, or two
 * neighbours swapped. Walks the sorted words as a tree, trying only characters that follow somewhere, so it needs
 * no dictionary of its own.
 */
export function neighbours(words: SortedTexts, word: string): Set<number> {
  const characters = [...word];
  const found = new Set<number>();
  const tryWord = (candidate: string): void => {
    const number = candidate === word ? -1 : words.find(candidate);
    if (number >= 0) found.add(number);
  };
  for (let at = 0; at <= characters.length; at++) {
    const before = characters.slice(0, at).join('');
    const here = characters[at] ?? '';
    const next = characters[at + 1] ?? '';
    const after = characters.slice(at + 1).join('');
    const afterNext = characters.slice(at + 2).join('');
    tryWord(before + after);
    tryWord(before + next + here + afterNext);
    for (const character of following(words, before)) {
      tryWord(before + character + after);
      tryWord(before + character + here + after);
    }
  }
  return found;
}

/** The characters that follow the beginning in any word. */
function* following(words: SortedTexts, start: string): Generator<string> {
  const range = words.beginningWith(start);
  let { from } = range;
  while (from < range.to) {
    const code = words.text(from).codePointAt(start.length);
    if (code === undefined) {
      from++;
      continue;
    }
    const character = String.fromCodePoint(code);
    yield character;
    from = words.beginningWith(start + character).to;
  }
}
