import { MAX_SUGGESTIONS } from '../../contract/suggestion.js';
import { tickerAlone } from '../../domain/sec/exchange-ticker.js';
import { defineQuery, limit, saying, stateField, type ValuesOf, words } from '../query/query.js';

const fields = {
  q: saying(
    words(
      'The start of a name, of any word of a name, or a ticker. Words before the last must be complete.',
      'will',
      tickerAlone,
    ),
    'Needed.',
  ),
  state: stateField('Only records in this state; USPS code or name.'),
  limit: limit({ max: MAX_SUGGESTIONS, fallback: MAX_SUGGESTIONS }),
};

export const SuggestQuery = defineQuery(fields, (_values, faults, isGiven) => {
  if (!isGiven('q')) faults.add('q', 'is needed.');
});

export interface SuggestRequest extends Omit<ValuesOf<typeof fields>, 'q'> {
  /** Normalised. */
  readonly text: string;
}

/** Throws 400 with every fault at once. */
export function parseSuggest(query: object): SuggestRequest {
  const { q, ...rest } = SuggestQuery.read(query);
  return { text: q ?? '', ...rest };
}
