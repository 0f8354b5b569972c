import { lastAsTyped, wordsSought } from '../../domain/business-names/name-words.js';
import type { IndexQuery, Tier } from '../../search/format/types.js';
import type { SuggestRequest } from './request.js';

/**
 * Bearers of the ticker, behind a company that is better known by the word; then listed companies, their names' beginnings first; then
 * all names that begin so.
 */
const BEGINNING: readonly Tier[] = [
  { how: 'exact', lexicons: ['foremost'], form: wordsSought },
  { how: 'exact', lexicons: ['ticker'] },
  ...beginning('listed'),
  ...beginning('listedEnd'),
  ...beginning('name'),
  { how: 'prefix', lexicons: ['ticker'] },
];

/** Names in which a word begins so. */
const WITHIN: readonly Tier[] = [
  { how: 'words', lexicons: ['name'], form: lastAsTyped },
  { how: 'words', lexicons: ['name'], form: wordsSought },
];

/** The tiers of a beginning in which a ticker is met. */
export const TICKER_TIERS: ReadonlySet<number> = new Set([1, BEGINNING.length - 1]);

export function beginningQuery(request: SuggestRequest, limit: number): IndexQuery {
  return queryOf(request, BEGINNING, limit);
}

export function withinQuery(request: SuggestRequest, limit: number): IndexQuery {
  return { ...queryOf(request, WITHIN, limit), isTyped: true };
}

function queryOf({ text, state }: SuggestRequest, tiers: readonly Tier[], limit: number): IndexQuery {
  return {
    text,
    tiers,
    guess: 'none',
    filters: [
      // A named individual is never suggested.
      { facet: 'subjectType', values: ['organization'] },
      ...(state === null ? [] : [{ facet: 'state', values: [state] }]),
    ],
    ranges: [],
    order: 'tiers',
    offset: 0,
    limit,
  };
}

/** The text as it stands, and with an abbreviation behind written out. */
function beginning(lexicon: string): Tier[] {
  return [lastAsTyped, wordsSought].map((form) => ({ how: 'prefix', lexicons: [lexicon], form }));
}
