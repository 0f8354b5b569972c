import type { Asked } from './asked.js';
import { neighbours } from './neighbours.js';
import type { Vocabulary } from './vocabulary.js';

/** Shorter words have too many neighbours to guess one of them. */
const SHORTEST_CORRECTED = 4;

/**
 * The text with each unknown word made known, or null where a word cannot be, or none is unknown. A last word that begins known words
 * stays and stands for all of them; any other becomes the word at Damerau-Levenshtein distance 1 that most names
 * bear (of all vocabularies together; of equals the first in the alphabet). Short words and numbers are never corrected.
 */
export function correct(asked: Asked, vocabularies: readonly Vocabulary[]): Asked | null {
  let isLastPartial = false;
  const words: string[] = [];
  for (const [at, word] of asked.words.entries()) {
    if (vocabularies.some((vocabulary) => vocabulary.has(word))) {
      words.push(word);
    } else if (at === asked.words.length - 1 && vocabularies.some((vocabulary) => vocabulary.begins(word))) {
      isLastPartial = true;
      words.push(word);
    } else {
      const better = bestNeighbour(word, vocabularies);
      if (better === null) return null;
      words.push(better);
    }
  }
  const text = words.join(' ');
  return text === asked.text && !isLastPartial ? null : { text, words, isLastPartial };
}

function bestNeighbour(word: string, vocabularies: readonly Vocabulary[]): string | null {
  if ([...word].length < SHORTEST_CORRECTED || /^\d+$/.test(word)) return null;
  const bearers = new Map<string, number>();
  for (const vocabulary of vocabularies) {
    for (const number of neighbours(vocabulary.words, word)) {
      const text = vocabulary.words.text(number);
      const counted = vocabulary.countedNames(number);
      if (counted > 0) bearers.set(text, (bearers.get(text) ?? 0) + counted);
    }
  }
  const best = [...bearers].sort(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  );
  return best[0]?.[0] ?? null;
}
