import type { FacetCountsShown } from '../../../contract/facet-counts.js';
import { canonicalEntityId } from '../../../domain/ids.js';
import { formedNumber, isNumber } from '../../../domain/numbers.js';
import { SearchForm } from '../../frame/search-form.js';
import { entityPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { SimilarNames } from '../../parts/similar-names.js';
import { numberWords } from '../../parts/words.js';
import type { AnswerOf, SearchMeta } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Chips, Facets } from './facets.js';
import { Nothing } from './nothing.js';
import { addressOf, readQuery, type SearchQuery, toQuery, WAYS, type Way, waysFor } from './query.js';
import { Result } from './result.js';

/** Records by a name, an agent, an officer or a number, narrowed by links with exact counts. */
export const searchPage = definePage({
  path: '/search',
  name: 'search',
  nav: 'Search',
  access: 'reader',
  show: async (visit) => {
    const query = readQuery(visit.facts.query);
    if (query.q === '') return emptySearch(Object.keys(query.filters).length > 0);
    const id = /\s/.test(query.q) ? undefined : canonicalEntityId(query.q);
    if (id !== undefined) return { to: entityPath(id) };
    const number = formedNumber(query.q);
    if (number?.scheme === 'accession') return { to: `/sec?${new URLSearchParams({ q: number.value })}` };
    return await found(query, visit);
  },
});

function emptySearch(isNarrowed: boolean): PageView {
  return {
    title: 'Search',
    search: null,
    body: (
      <>
        <h1>Search</h1>
        {isNarrowed && <p>Enter a name or a number. Filters alone are not a search.</p>}
        <SearchForm query="" id="find" />
        <p>
          Words match in any order, with any spelling of the legal form, including former and other names. A
          number finds its record; an id opens it directly.
        </p>
      </>
    ),
  };
}

type Results = AnswerOf<'searchEntities'>;

/** How the words were read, and how many records each reading that was tried has. */
interface Reading {
  readonly query: SearchQuery;
  readonly answer: Results;
  readonly counts: Readonly<Partial<Record<Way, number>>>;
}

/**
 * A text that is no name is looked up as an agent, as an officer and as an address if it is one; the reading that has the most records is shown. Not if
 * searches are charged: then the reader chooses what to pay for.
 */
async function readingOf(query: SearchQuery, visit: Visit): Promise<Reading> {
  const answer = await visit.call('searchEntities', { query: toQuery(query) });
  const isPlain = query.way === 'name' && !query.exact && Object.keys(query.filters).length === 0;
  const isEmpty = answer.meta.totalCount === 0 && answer.meta.offset === 0;
  if (visit.isMetered || !isPlain || !isEmpty || isNumber(query.q)) return { query, answer, counts: {} };
  let best: Pick<Reading, 'query' | 'answer'> = { query, answer };
  const counts: Partial<Record<Way, number>> = { name: 0 };
  for (const way of waysFor(query.q).filter((way) => way !== 'name')) {
    const other = { ...query, way };
    const found = await visit.call('searchEntities', { query: toQuery(other) });
    counts[way] = found.meta.totalCount ?? found.data.length;
    if (counts[way] > (best.answer.meta.totalCount ?? 0)) best = { query: other, answer: found };
  }
  return { ...best, counts };
}

async function found(typed: SearchQuery, visit: Visit): Promise<PageView> {
  const { query, answer, counts } = await readingOf(typed, visit);
  const { data, meta } = answer;
  const total = meta.totalCount;
  // A portal response has no total.
  const count = total === null ? `${counted(data.length, 'record')} shown` : counted(total, 'record');
  const facets = (meta as { facets?: Readonly<Record<string, FacetCountsShown>> }).facets ?? {};
  const nothing = data.length === 0 && meta.offset === 0;
  const sources = nothing ? (await visit.call('listSources')).data : [];
  return {
    title: `${query.q}: ${count}`,
    search: query.q,
    body: (
      <>
        <h1>
          {nothing
            ? nothingTitle(query, meta)
            : `${count} ${query.way === 'address' ? 'at' : 'for'} ${meta.number ? `the ${numberWords(meta.number)}` : `“${query.q}”`}`}
        </h1>
        <Ways query={query} counts={counts} />
        {query.way !== typed.way && (
          <div class="notice" role="status">
            <p>{`No company has the name “${query.q}”. Showing companies that have it as ${WAYS[query.way].noun}.`}</p>
          </div>
        )}
        <Spelling query={query} meta={meta} />
        <Live meta={meta} />
        <Chips query={query} />
        {nothing ? (
          <>
            <SimilarNames suggestions={meta.suggestions ?? []} pathOf={(id) => entityPath(id)} />
            <Nothing query={query} number={meta.number} searched={meta.searched} sources={sources} />
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
                at={(offset) => addressOf(query, { offset: offset === 0 ? undefined : String(offset) })}
              />
              <p class="quiet">{`From ${meta.source}.`}</p>
            </div>
            <Facets query={query} counts={facets} />
          </div>
        )}
      </>
    ),
  };
}

function nothingTitle({ q, way }: SearchQuery, { number: recognized }: SearchMeta): string {
  if (recognized !== undefined) return `No record has the ${numberWords(recognized)}`;
  return way === 'name' ? `No company of the name “${q}”` : `Nothing found for “${q}”`;
}

/** The same words read as something else. */
function Ways({ query, counts }: Pick<Reading, 'query' | 'counts'>) {
  return (
    <nav aria-label="Search by">
      <ul class="chips">
        {waysFor(query.q).map((way) => (
          <li>
            <a
              href={addressOf({ ...query, way }, { in: way === 'name' ? undefined : way })}
              aria-current={way === query.way ? 'true' : undefined}
            >
              {`As ${WAYS[way].label}${counts[way] === undefined ? '' : `: ${number(counts[way])}`}`}
            </a>
          </li>
        ))}
        <li>
          <a href={`/sec?${new URLSearchParams({ q: query.q })}`}>In SEC filings</a>
        </li>
      </ul>
    </nav>
  );
}

/** Reports a corrected or shortened query, and offers the original. */
function Spelling({ query, meta }: { readonly query: SearchQuery; readonly meta: SearchMeta }) {
  const { correctedQuery, removedWords = [] } = meta;
  if (correctedQuery === undefined && removedWords.length === 0) return null;
  return (
    <div class="notice" role="status">
      {correctedQuery !== undefined && (
        <p>
          {`No record has “${query.q}”. Showing `}
          <a href={addressOf({ ...query, q: correctedQuery })}>{correctedQuery}</a>
          {'; or search for '}
          <a href={addressOf({ ...query, exact: true })}>{`the whole name “${query.q}” only`}</a>.
        </p>
      )}
      {removedWords.length > 0 && (
        <p>{`No record has all these words. Omitted: ${removedWords.map((word) => `“${word}”`).join(', ')}.`}</p>
      )}
    </div>
  );
}

function Live({ meta }: { readonly meta: SearchMeta }) {
  const { unavailable = [], cut, stale } = meta;
  if (unavailable.length === 0 && !cut && !stale) return null;
  return (
    <div class="notice" role="status">
      {unavailable.length > 0 && <p>{`The portals of ${unavailable.join(', ')} did not respond in time.`}</p>}
      {cut && <p>A portal has more matches than it returned. Add words of the name to find them.</p>}
      {stale && <p>A portal did not respond; an earlier response is shown.</p>}
    </div>
  );
}
