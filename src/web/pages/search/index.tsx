import type { FacetCountsShown } from '../../../contract/facet-counts.js';
import { canonicalEntityId } from '../../../domain/ids.js';
import { SearchForm } from '../../frame/search-form.js';
import { entityPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { SimilarNames } from '../../parts/similar-names.js';
import type { AnswerOf, SearchMeta } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Chips, Facets } from './facets.js';
import { Nothing } from './nothing.js';
import { addressOf, readQuery, type SearchQuery, toQuery, WAYS, type Way } from './query.js';
import { Result } from './result.js';

/** Records by a name, an agent, an officer or a number, narrowed by links with exact counts. */
export const searchPage = definePage({
  path: '/search',
  name: 'search',
  nav: 'Search',
  access: 'reader',
  show: async (visit) => {
    const request = readQuery(visit.facts.query);
    if (request.q === '') return emptySearch(Object.keys(request.filters).length > 0);
    const id = /\s/.test(request.q) ? undefined : canonicalEntityId(request.q);
    if (id !== undefined) return { to: entityPath(id) };
    return await found(request, visit);
  },
});

function emptySearch(isNarrowed: boolean): PageView {
  return {
    title: 'Search',
    search: null,
    body: (
      <>
        <h1>Search</h1>
        {isNarrowed && <p>Enter a name or a number: filters narrow a search and do not start one.</p>}
        <SearchForm query="" id="find" />
        <p>
          Names count in any order and spelling of the legal form; former and other names count too. A number
          finds the record that has it; an id leads straight to its record.
        </p>
      </>
    ),
  };
}

type Results = AnswerOf<'searchEntities'>;

/** How the words were read, and how many records each reading that was tried has. */
interface Reading {
  readonly request: SearchQuery;
  readonly answer: Results;
  readonly counts: Readonly<Partial<Record<Way, number>>>;
}

/**
 * A text that is no name is looked up as an agent and as an officer; the reading that has the most records is shown. Not if
 * searches are charged: then the reader chooses what to pay for.
 */
async function readingOf(request: SearchQuery, visit: Visit): Promise<Reading> {
  const answer = await visit.call('searchEntities', { query: toQuery(request) });
  const isPlain = request.way === 'name' && !request.exact && Object.keys(request.filters).length === 0;
  const isEmpty = answer.meta.totalCount === 0 && answer.meta.offset === 0;
  if (visit.isMetered || !isPlain || !isEmpty || !/\p{L}/u.test(request.q))
    return { request, answer, counts: {} };
  let best: Pick<Reading, 'request' | 'answer'> = { request, answer };
  const counts: Partial<Record<Way, number>> = { name: 0 };
  for (const way of ['officer', 'agent'] as const) {
    const other = { ...request, way };
    const found = await visit.call('searchEntities', { query: toQuery(other) });
    counts[way] = found.meta.totalCount ?? found.data.length;
    if (counts[way] > (best.answer.meta.totalCount ?? 0)) best = { request: other, answer: found };
  }
  return { ...best, counts };
}

async function found(typed: SearchQuery, visit: Visit): Promise<PageView> {
  const { request, answer, counts } = await readingOf(typed, visit);
  const { data, meta } = answer;
  const total = meta.totalCount;
  // A portal that answered tells no total.
  const count = total === null ? `${counted(data.length, 'record')} shown` : counted(total, 'record');
  const facets = (meta as { facets?: Readonly<Record<string, FacetCountsShown>> }).facets ?? {};
  const nothing = data.length === 0 && meta.offset === 0;
  const sources = nothing ? (await visit.call('listSources')).data : [];
  return {
    title: `${request.q}: ${count}`,
    search: request.q,
    body: (
      <>
        <h1>{nothing ? nothingTitle(request) : `${count} for “${request.q}”`}</h1>
        <Ways request={request} counts={counts} />
        {request.way !== typed.way && (
          <div class="notice" role="status">
            <p>{`No company has the name “${request.q}”. Shown: companies that have it as ${WAYS[request.way].noun}.`}</p>
          </div>
        )}
        <Spelling request={request} meta={meta} />
        <Live meta={meta} />
        <Chips request={request} />
        {nothing ? (
          <>
            <SimilarNames suggestions={meta.suggestions ?? []} pathOf={(id) => entityPath(id)} />
            <Nothing request={request} searched={meta.searched} sources={sources} />
          </>
        ) : (
          <div class="aside">
            <div class="found">
              <p class="to-facets">
                <a href="#narrow">Narrow the search</a>
              </p>
              {data.length === 0 && <p>No more results. Go back to the first page.</p>}
              <ol class="results" start={meta.offset + 1}>
                {data.map((item) => (
                  <Result item={item} />
                ))}
              </ol>
              <Pager
                offset={meta.offset}
                limit={meta.limit}
                shown={data.length}
                total={total}
                hasMore={meta.hasMore}
                at={(offset) => addressOf(request, { offset: offset === 0 ? undefined : String(offset) })}
              />
              <p class="quiet">{`From ${meta.source}.`}</p>
            </div>
            <Facets request={request} counts={facets} />
          </div>
        )}
      </>
    ),
  };
}

function nothingTitle({ q, way }: SearchQuery): string {
  return way === 'name' ? `No company of the name “${q}”` : `Nothing found for “${q}”`;
}

/** The same words read as something else. */
function Ways({ request, counts }: Pick<Reading, 'request' | 'counts'>) {
  return (
    <nav aria-label="Search by">
      <ul class="chips">
        {(Object.keys(WAYS) as Way[]).map((way) => (
          <li>
            <a
              href={addressOf({ ...request, way }, { in: way === 'name' ? undefined : way })}
              aria-current={way === request.way ? 'true' : undefined}
            >
              {`As ${WAYS[way].label}${counts[way] === undefined ? '' : `: ${number(counts[way])}`}`}
            </a>
          </li>
        ))}
        <li>
          <a href={`/sec?${new URLSearchParams({ q: request.q })}`}>In SEC filings</a>
        </li>
      </ul>
    </nav>
  );
}

/** A corrected or shortened search says so, and offers the other way. */
function Spelling({ request, meta }: { readonly request: SearchQuery; readonly meta: SearchMeta }) {
  const { correctedQuery, removedWords = [] } = meta;
  if (correctedQuery === undefined && removedWords.length === 0) return null;
  return (
    <div class="notice" role="status">
      {correctedQuery !== undefined && (
        <p>
          {`No record has “${request.q}”. Shown is `}
          <a href={addressOf({ ...request, q: correctedQuery })}>{correctedQuery}</a>
          {'; or search for '}
          <a href={addressOf({ ...request, exact: true })}>{`the whole name “${request.q}” only`}</a>.
        </p>
      )}
      {removedWords.length > 0 && (
        <p>{`No record has all these words. Left out: ${removedWords.map((word) => `“${word}”`).join(', ')}.`}</p>
      )}
    </div>
  );
}

function Live({ meta }: { readonly meta: SearchMeta }) {
  const { unavailable = [], cut, stale } = meta;
  if (unavailable.length === 0 && !cut && !stale) return null;
  return (
    <div class="notice" role="status">
      {unavailable.length > 0 && <p>{`The portals of ${unavailable.join(', ')} did not answer in time.`}</p>}
      {cut && <p>A portal has more matches than it is asked for; more words of the name find them.</p>}
      {stale && <p>A portal did not answer; what it said before is shown.</p>}
    </div>
  );
}
