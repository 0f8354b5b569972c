import type { FacetCountsShown } from '../../../contract/facet-counts.js';
import { ACTIVITIES, ENTITY_ORDERS, type EntityOrder } from '../../../contract/vocabulary.js';
import { canonicalEntityId } from '../../../domain/ids.js';
import { formedNumber } from '../../../domain/numbers.js';
import { STATE_NAMES } from '../../../domain/places/place-codes.js';
import { MAX_SORTED } from '../../../operations/search-entities/sorted.js';
import { SearchForm } from '../../frame/search-form.js';
import { Downloads } from '../../parts/downloads.js';
import { Choice, Field } from '../../parts/form.js';
import { entityPath, filingPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { SimilarNames } from '../../parts/similar-names.js';
import { facetWords, numberWords } from '../../parts/words.js';
import type { AnswerOf, Overview, SearchMeta } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Chips, Facets } from './facets.js';
import { Kinds } from './kinds.js';
import { Nothing } from './nothing.js';
import { People } from './people.js';
import { addressOf, PAGE_SIZES, readQuery, type SearchQuery, toQuery, WAYS } from './query.js';
import { Result } from './result.js';

/** All kinds of results of one text with their counts, and the records of one kind, narrowed by links with exact counts. */
export const searchPage = definePage({
  path: '/search',
  name: 'search',
  nav: 'Search',
  access: 'reader',
  show: async (visit) => {
    const query = readQuery(visit.facts.query);
    if (query.q === '' && Object.keys(query.filters).length === 0) return emptySearch();
    const id = /\s/.test(query.q) ? undefined : canonicalEntityId(query.q);
    if (id !== undefined) return { to: entityPath(id) };
    const number = formedNumber(query.q);
    if (number?.scheme === 'accession') return { to: filingPath(number.value) };
    return await found(query, visit);
  },
});

function emptySearch(): PageView {
  return {
    title: 'Search',
    search: null,
    body: (
      <>
        <h1>Search</h1>
        <SearchForm query="" id="find" />
        <p>
          Words match in any order, with any spelling of the legal form, including former and other names. A
          number finds its record; an id opens it directly.
        </p>
        <h2>Browse</h2>
        <form class="filters" method="get" action="/search">
          <Choice name="state" label="State" value="" options={[...STATE_NAMES]} none="All states" />
          <Choice name="status" label="Status" value="" options={STATUSES} none="Any" />
          <Field name="formed_after" label="Formed from" type="date" />
          <Field name="formed_before" label="Formed until" type="date" />
          <button class="main">Show records</button>
        </form>
      </>
    ),
  };
}

const STATUSES = ACTIVITIES.map((activity) => [activity, facetWords('status', activity)] as const);

type Results = AnswerOf<'searchEntities'>;

/** How the text was read, and what else it may be. */
interface Reading {
  readonly query: SearchQuery;
  readonly answer: Results;
  /** Undefined if the kinds were not counted. */
  readonly overview: Overview | undefined;
}

/**
 * A text that is no name is shown as people, or else as an address, if it is one. The kinds are counted for the first page of a text without
 * filters. If searches are charged, the reader chooses whether to pay for that.
 */
async function readingOf(query: SearchQuery, visit: Visit): Promise<Reading> {
  const answer = await visit.call('searchEntities', { query: toQuery(query) });
  const isPlain = !query.exact && Object.keys(query.filters).length === 0 && answer.meta.offset === 0;
  const isCounted = query.q !== '' && isPlain && (!visit.isMetered || visit.facts.query.has('kinds'));
  if (!isCounted) return { query, answer, overview: undefined };
  const { data: overview } = await visit.call('searchOverview', { query: { q: query.q } });
  const isEmpty = query.way === 'name' && answer.data.length === 0;
  const way = isEmpty ? OTHER_WAYS.find((way) => overview[WAYS[way].kind].totalCount) : undefined;
  if (way === undefined) return { query, answer, overview };
  const other = { ...query, way };
  return {
    query: other,
    answer: await visit.call('searchEntities', { query: toQuery(other) }),
    overview,
  };
}

const OTHER_WAYS = ['person', 'address'] as const;

async function found(typed: SearchQuery, visit: Visit): Promise<PageView> {
  const { query, answer, overview } = await readingOf(typed, visit);
  const { data, meta } = answer;
  const total = meta.totalCount;
  // A portal response has no total.
  const count = total === null ? `${counted(data.length, 'record')} shown` : counted(total, 'record');
  const facets = (meta as { facets?: Readonly<Record<string, FacetCountsShown>> }).facets ?? {};
  const nothing = data.length === 0 && meta.offset === 0;
  const sources = nothing ? (await visit.call('listSources')).data : [];
  const isCountingCharged = visit.isMetered && overview === undefined;
  const counting = isCountingCharged ? addressOf({ ...typed, filters: {} }, { kinds: '' }) : undefined;
  return {
    title: query.q === '' ? count : `${query.q}: ${count}`,
    search: query.q,
    body: (
      <>
        <h1>{nothing ? nothingTitle(query, meta) : titleOf(query, count, meta)}</h1>
        {query.q !== '' && <Kinds query={query} overview={overview} counting={counting} />}
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
              <Orders query={query} order={meta.sort} total={total} />
              {data.length === 0 && <p>No more results. Go back to the first page.</p>}
              {query.way === 'person' ? (
                <People items={data} start={meta.offset + 1} />
              ) : (
                <ol class="results" start={meta.offset + 1}>
                  {data.map((item) => (
                    <Result item={item} />
                  ))}
                </ol>
              )}
              <Pager
                offset={meta.offset}
                limit={meta.limit}
                shown={data.length}
                total={total}
                hasMore={meta.hasMore}
                at={(offset) => addressOf(query, { offset: offset === 0 ? undefined : String(offset) })}
              />
              <PageSizes query={query} total={total} />
              <Downloads at={addressOf(query)} total={total} isMetered={visit.isMetered} />
              <p class="quiet">{`From ${meta.source}.`}</p>
            </div>
            <Facets query={query} counts={facets} />
          </div>
        )}
      </>
    ),
  };
}

function titleOf({ q, way }: SearchQuery, count: string, { number: recognized }: SearchMeta): string {
  if (q === '') return count;
  return `${count} ${way === 'address' ? 'at' : 'for'} ${recognized ? `the ${numberWords(recognized)}` : `“${q}”`}`;
}

const ORDER_WORDS: Readonly<Record<EntityOrder, string>> = {
  relevance: 'Best match',
  name: 'Name',
  formed: 'Newest',
  status: 'Status',
};

/** The orders of the results as links. */
function Orders({
  query,
  order,
  total,
}: {
  readonly query: SearchQuery;
  readonly order: EntityOrder;
  readonly total: number | null;
}) {
  if (total !== null && total < 2) return null;
  return (
    <>
      <p class="actions">
        {'Sort by: '}
        {ENTITY_ORDERS.map((sort) => (
          <a href={addressOf({ ...query, sort })} aria-current={sort === order ? 'true' : undefined}>
            {ORDER_WORDS[sort]}
          </a>
        ))}
      </p>
      {query.sort !== order && (
        <p role="status">{`Only up to ${number(MAX_SORTED)} records can be sorted. Add a filter or a word.`}</p>
      )}
    </>
  );
}

/** The other numbers of results on a page, if there are as many. */
function PageSizes({ query, total }: { readonly query: SearchQuery; readonly total: number | null }) {
  const others = PAGE_SIZES.filter((size) => size !== query.limit);
  if (total !== null && total <= Number(PAGE_SIZES[0])) return null;
  return (
    <p class="actions">
      {others.map((size) => (
        <a href={addressOf({ ...query, limit: size })}>{`${size} on a page`}</a>
      ))}
    </p>
  );
}

function nothingTitle({ q, way }: SearchQuery, { number: recognized }: SearchMeta): string {
  if (q === '') return 'No record passes the filters';
  if (recognized !== undefined) return `No record has the ${numberWords(recognized)}`;
  return way === 'name' ? `No company of the name “${q}”` : `Nothing found for “${q}”`;
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
