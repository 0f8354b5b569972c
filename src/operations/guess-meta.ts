import type { IndexAnswer } from '../search/types.js';

/** The members of `meta` for a text that nothing met as it was asked. `exchange`: words that were left out before the search. */
export function guessMeta(
  answer: Pick<IndexAnswer, 'corrected' | 'removed'> | undefined,
  exchange: readonly string[] = [],
) {
  const removed = [...exchange, ...(answer?.removed ?? [])];
  return {
    ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
    ...(removed.length > 0 && { removedWords: removed }),
  };
}

/**
 * Whether a text that nothing meets may be corrected or shortened: what looks like a ticker becomes no other word, for it is
 * another company's name.
 */
export function mayGuess(written: string): boolean {
  return !TICKER.test(written.trim());
}

/** Up to five capitals, or up to five letters with a class of shares; `pepsi co` is none. */
const TICKER = /^(?:[A-Z]{1,5}|[A-Za-z]{1,5}[.\-/][A-Za-z]{1,2}|[A-Za-z]{1,5} [A-Za-z])$/;
