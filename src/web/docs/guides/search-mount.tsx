import { READ } from '../../../http/route.js';
import type { Mount } from '../../../http/server.js';
import { Frame, type Theme } from '../../frame/frame.js';
import { PageCache } from '../../frame/page-cache.js';
import { renderPage } from '../../frame/render.js';
import { Marked } from '../../parts/marked.js';
import { counted } from '../../parts/numbers.js';
import { themeOf } from '../../site/cookies.js';
import type { DocsFrame } from '../page.js';
import type { DocsFound, DocsSearch } from './search.js';
import { SearchDocs } from './search-form.js';

const LONGEST = 200;
/** Searches of one address in a minute. */
const PER_MINUTE = 120;
/** The docs change with the program alone. */
const CACHE = { max: 32, milliseconds: Number.POSITIVE_INFINITY };

/** `GET /docs/search?q=`: no key, no script. */
export function docsSearchMount(search: Pick<DocsSearch, 'find'>, { nav, hasPages }: DocsFrame): Mount {
  const cache = new PageCache(CACHE.max, CACHE.milliseconds);
  const made = async (query: string, here: string, theme: Theme | undefined) => {
    const found = await search.find(query);
    const html = renderPage(
      <Frame
        title={query === '' ? 'Search the docs' : `${query}: ${counted(found.total, 'section')} in the docs`}
        nav={nav}
        current="/docs"
        here={here}
        search={hasPages ? '' : undefined}
        theme={theme}
      >
        <Results query={query} found={found} />
      </Frame>,
    );
    return { status: 200, html };
  };
  return {
    routes: ({ gateway, respond }) => [
      {
        methods: READ,
        path: '/docs/search',
        operation: 'document',
        answer: async (exchange) => {
          exchange.isPage = true;
          await gateway.admitVisit(exchange.address, exchange.at, { kind: 'docs', perMinute: PER_MINUTE });
          const { q } = exchange.query;
          const query = (typeof q === 'string' ? q : '').trim().slice(0, LONGEST);
          const here = exchange.request.url ?? '/docs/search';
          const theme = themeOf(exchange.request.headers.cookie);
          await respond.page(
            exchange,
            await cache.get(`${theme} ${here}`, exchange.at, () => made(query, here, theme)),
          );
        },
      },
    ],
  };
}

function Results({ query, found }: { readonly query: string; readonly found: DocsFound }) {
  const { hits, total, words } = found;
  return (
    <div class="docs-home">
      <h1>Search the docs</h1>
      <SearchDocs query={query} id="find-docs" />
      <p>{reported(query, found)}</p>
      <ol class="docs-hits">
        {hits.map(({ path, title, excerpt }) => (
          <li>
            <a href={path}>{title}</a>
            <p>
              <Marked text={excerpt} marks={marksOf(excerpt, words)} />
            </p>
          </li>
        ))}
      </ol>
      {total > hits.length && <p>{`The first ${hits.length} are shown. Add a word to narrow the search.`}</p>}
      <p>
        <a href="/docs">All guides</a>
      </p>
    </div>
  );
}

function reported(query: string, { total, words }: DocsFound): string {
  if (query === '') return 'Enter a word, or the start of several words.';
  if (words.length === 0) return 'That contains no letter or digit.';
  if (total === 0)
    return `No section contains ${words.length === 1 ? 'this word' : 'all of these words'}. Try fewer or shorter words.`;
  return `${counted(total, 'place')} with ${words.join(', ')}.`;
}

/** Beginnings of words that were looked for; apart and in order. */
function marksOf(text: string, words: readonly string[]) {
  const longest = [...words].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longest.join('|')})`, 'giu');
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }));
}
