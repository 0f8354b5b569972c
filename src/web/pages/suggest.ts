import { MAX_SUGGESTIONS, SUGGESTIONS_PER_MINUTE } from '../../contract/suggestion.js';
import { entityPath } from '../parts/links.js';
import { stateName } from '../parts/states.js';
import { RECORD_CLASS_WORDS } from '../parts/words.js';
import type { Feed } from '../site/page.js';

/** Longer texts are searched, not completed. */
const LONGEST = 100;

/** Names that go on as was typed, for the search field. */
export const suggestFeed: Feed = {
  path: '/suggest',
  name: 'suggest',
  access: 'reader',
  perMinute: SUGGESTIONS_PER_MINUTE,
  report: async (visit) => {
    const q = visit.facts.query.get('q')?.trim().slice(0, LONGEST) ?? '';
    if (q === '') return { suggestions: [] };
    const { data } = await visit.call('suggest', { query: { q, limit: String(MAX_SUGGESTIONS) } });
    const suggestions = data.map(({ id, name, state, recordClass, ticker }) => ({
      text: name,
      note: [ticker, state && stateName(state), RECORD_CLASS_WORDS[recordClass]].filter(Boolean).join(' · '),
      url: entityPath(id),
    }));
    return { suggestions };
  },
};
