import { MAX_SUGGESTIONS, SUGGESTIONS_PER_MINUTE } from '../../contract/suggestion.js';
import { entityPath } from '../parts/links.js';
import { stateName } from '../parts/states.js';
import { RECORD_CLASS_WORDS } from '../parts/words.js';
import type { Feed, Page } from '../site/page.js';
import { exportsPage } from './account/exports.js';
import { keysPage } from './account/keys.js';
import { usagePage } from './account/usage.js';
import { watchesPage, watchPage } from './account/watches.js';
import { contractsPage, lobbyingPage } from './awards/index.js';
import { changesPage } from './changes/index.js';
import { entityJson, entityPage } from './entity/index.js';
import { exclusionsPage } from './exclusions/index.js';
import { homePage } from './home.js';
import { listPages } from './lists/index.js';
import { listChangesPage } from './match/changes.js';
import { matchPage } from './match/index.js';
import { keptListPage, listFiles } from './match/kept.js';
import { listsPage } from './match/lists.js';
import { moneyPage } from './money/index.js';
import { accountsPage } from './operate/accounts.js';
import { findingsPage } from './operate/findings.js';
import { operatePage } from './operate/index.js';
import { loadsPage, loadsProgress } from './operate/loads.js';
import { ownershipStatements } from './ownership/bods.js';
import { ownershipPage } from './ownership/index.js';
import { relationsPage } from './relations/index.js';
import { searchPage } from './search/index.js';
import { filingPage } from './sec/filing.js';
import { secPage } from './sec/index.js';
import { sourcesPage } from './sources/index.js';
import { sourcePage, sourceProgress } from './sources/source.js';
import { tablePages } from './tables.js';
import { timelinePage } from './timeline/index.js';

/** Longer texts are searched, not completed. */
const LONGEST = 100;

/** Names that go on as was typed, for the search field. */
const suggestFeed: Feed = {
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

/** All pages, in the order of the header. A new page is a file and a line here. */
export const PAGES: readonly Page[] = [
  homePage,
  searchPage,
  entityPage,
  timelinePage,
  relationsPage,
  ...listPages,
  moneyPage,
  exclusionsPage,
  ownershipPage,
  secPage,
  filingPage,
  contractsPage,
  lobbyingPage,
  ...tablePages,
  matchPage,
  listsPage,
  keptListPage,
  ...listFiles,
  listChangesPage,
  sourcesPage,
  sourcePage,
  changesPage,
  usagePage,
  keysPage,
  watchesPage,
  watchPage,
  exportsPage,
  operatePage,
  accountsPage,
  loadsPage,
  findingsPage,
];

/** Answers for the client script. */
export const FEEDS: readonly Feed[] = [
  sourceProgress,
  loadsProgress,
  entityJson,
  ownershipStatements,
  suggestFeed,
];
