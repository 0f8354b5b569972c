import type { IndexAnswer, IndexQuery } from '../../search/format/types.js';
import { choice } from '../query/field.js';

/**
 * `meta` members that report how a text was read if no name matches it as written. `exchange`: words that were left out
 * before the search. `place`: words that were read as the place of the address.
 */
export function guessMeta(
  answer: Pick<IndexAnswer, 'corrected' | 'removed'> | undefined,
  exchange: readonly string[] = [],
  place?: string,
) {
  const removed = [...exchange, ...(answer?.removed ?? [])];
  return {
    ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
    ...(removed.length > 0 && { removedWords: removed }),
    ...(place !== undefined && { place }),
  };
}

/** The parameter `words` of the searches by name. */
export function wordsField() {
  return choice(
    '`all`: no word is corrected or left out. `some`: the nearest names are results even if they lack a word of the text. If ' +
      'omitted, a word is corrected only if it is misspelt by a letter or two, and left out only if it is no part of a name.',
    ['all', 'some'],
  );
}

/** How far a text may be read as another. One that looks like a ticker is never: it is the ticker of another company. */
export function guessOf(words: 'all' | 'some' | null, written: string): NonNullable<IndexQuery['guess']> {
  if (words === 'all' || TICKER.test(written.trim())) return 'none';
  return words === 'some' ? 'any' : 'careful';
}

/** Up to five capitals, or up to five letters with a class of shares; not `pepsi co`. */
const TICKER = /^(?:[A-Z]{1,5}|[A-Za-z]{1,5}[.\-/][A-Za-z]{1,2}|[A-Za-z]{1,5} [A-Za-z])$/;

/** Returns how the names that a loose reading found differ from the text. */
export function differenceOf({
  corrected,
  removed,
  sought,
}: Pick<IndexAnswer, 'corrected' | 'removed' | 'sought'>): string {
  const lacks = removed.length > 0 ? `Lacks ${removed.map((word) => `“${word}”`).join(', ')}.` : '';
  return corrected === null ? lacks : `Matches “${sought.text}”. ${lacks}`.trim();
}
