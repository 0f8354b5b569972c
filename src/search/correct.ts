import type { Asked } from './asked.js';
import { neighbours } from './neighbours.js';
import type { Vocabulary } from './vocabulary.js';

/** Shorter words have too many neighbours to guess one of them. */
const SHORTEST_CORRECTED = 4;
/** A text with more misspelt words is no text that somebody mistyped. */
const MOST_CORRECTED = 8;
/** A last word may be the beginning of any number of words where the others leave at most so many names to look at. */
export const FEW_BEARERS = 65_536;
/** Else of so many, each of which is looked up. */
export const FEW_WORDS = 1_000;

/** The words that texts are corrected with. */
export interface Known {
  readonly vocabularies: readonly Vocabulary[];
  /** How many names bear all the words; all names where there are none. */
  readonly countBearers: (words: readonly string[]) => number;
}

/**
 * The text with each unknown word made known, or null where a word cannot be, or none is unknown. A last word that
 * begins known words stays and stands for all of them; any other becomes the word at Damerau-Levenshtein distance 1
 * that most names bear (of all vocabularies together; of equals the first in the alphabet). Short words and numbers
 * are never corrected.
 */
export function correct(asked: Asked, known: Known): Asked | null {
  const last = asked.words.at(-1);
  if (last === undefined) return null;
  const isKnown = remembered((word) => known.vocabularies.some((vocabulary) => vocabulary.has(word)));
  const isLastPartial = !isKnown(last) && known.vocabularies.some((vocabulary) => vocabulary.begins(last));
  const whole = isLastPartial ? asked.words.slice(0, -1) : asked.words;
  const better = corrections(new Set(whole.filter((word) => !isKnown(word))), known.vocabularies);
  if (better === null || (better.size === 0 && !isLastPartial)) return null;
  const corrected = whole.map((word) => better.get(word) ?? word);
  if (!isLastPartial) return { text: corrected.join(' '), words: corrected, isLastPartial };
  if (!isTelling(last, corrected, known)) return null;
  const words = [...corrected, last];
  return { text: words.join(' '), words, isLastPartial };
}

/** Misspelt words with what they become; null where one cannot be corrected, or they are too many. */
function corrections(
  misspelt: ReadonlySet<string>,
  vocabularies: readonly Vocabulary[],
): ReadonlyMap<string, string> | null {
  const better = new Map<string, string>();
  if (misspelt.size > MOST_CORRECTED || ![...misspelt].every(isGuessable)) return null;
  for (const word of misspelt) {
    const best = bestNeighbour(word, vocabularies);
    if (best === null) return null;
    better.set(word, best);
  }
  return better;
}

function isGuessable(word: string): boolean {
  return [...word].length >= SHORTEST_CORRECTED && !/^\d+$/.test(word);
}

/** Whether the beginning of a word tells enough, with the words before it, to look at all that it may stand for. */
function isTelling(start: string, before: readonly string[], { vocabularies, countBearers }: Known): boolean {
  const words = new Set<string>();
  for (const vocabulary of vocabularies) {
    for (const word of vocabulary.beginningWith(start)) {
      words.add(word);
      if (words.size > FEW_WORDS) return countBearers(before) <= FEW_BEARERS;
    }
  }
  return true;
}

function bestNeighbour(word: string, vocabularies: readonly Vocabulary[]): string | null {
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

function remembered(isKnown: (word: string) => boolean): (word: string) => boolean {
  const answers = new Map<string, boolean>();
  return (word) => {
    const answer = answers.get(word) ?? isKnown(word);
    answers.set(word, answer);
    return answer;
  };
}
