import Type from 'typebox';
import { EntityItemSchema } from '../../contract/entity-search.js';
import { ApiError } from '../../contract/errors.js';
import { ENTITY_FACET_NAMES, facetsMeta as facetsIn } from '../../contract/facet-counts.js';
import { NumberMeta, PageMeta, type SimilarName } from '../../contract/paging.js';
import { Nullable, OneOf } from '../../contract/schema.js';
import { ENTITY_ORDERS } from '../../contract/vocabulary.js';
import { splitForms } from '../../domain/business-names/legal-forms.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import type { LiveRecord, LiveSearch } from '../../domain/live.js';
import { type FormedNumber, formedNumber } from '../../domain/numbers.js';
import { currentRecord, dayOf } from '../../domain/records/current-record.js';
import type { FacetCounts, IndexAnswer, IndexHit, IndexQuery } from '../../search/format/types.js';
import { parseQuery, type SearchIndex } from '../../search/index.js';
import type { FoundEntity, PriceItem } from '../../store/store.js';
import { countsShown } from '../query/query.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agenciesOf, loadedAmong } from '../support/origin.js';
import { differenceOf, firstReading, guessMeta } from '../support/readings.js';
import { entitiesOfNumber, isFound, linkedOfficersAmong } from './by-number.js';
import { heldText } from './held-names.js';
import { matchIn, type RankedItem, type Result, toItem } from './item.js';
import { passes } from './passes.js';
import { peopleNamed } from './people.js';
import { type EntityQuery, entityReadings, facetOf, mergedPage, storedSlice, tiersOf } from './query.js';
import { EntitySearchQuery, type EntitySearchRequest, parseEntitySearch } from './request.js';
import { MAX_SORTED, sortedPage } from './sorted.js';

const PRICE: readonly PriceItem[] = [{ item: 'entity_search', credits: 1 }];

export function searchEntities(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchEntities',
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Search entities',
    description:
      'Searches names, registered agents, officers, people in either role, addresses or numbers of all loaded sources. Filters alone list all records that pass them. Records with exactly this name come first, then names that start with it, then names with all its words; current names before other names, and active records before dissolved ones. Legal forms, a leading The and common abbreviations match in any spelling: the same legal form ranks first, then another spelling of it, then no legal form, then another one. A misspelt name is corrected (`meta.correctedQuery`), and words that are not part of a name are omitted (`meta.removedWords`). If no record has the name, there are no results, and `meta.suggestions` lists similar names. Costs 1 credit, even if nothing is found.',
    scope: 'read',
    example: { query: { name: 'willow', state: 'CO', limit: '2' } },
    params: Type.Object({}),
    query: EntitySearchQuery.schema,
    data: Type.Array(EntityItemSchema),
    meta: Type.Object({
      ...PageMeta,
      total: Nullable(Type.Integer({ minimum: 0, description: 'Same as totalCount.' })),
      totalCount: Nullable(
        Type.Integer({ minimum: 0, description: 'Number of matches; exact. Null if a portal responded.' }),
      ),
      live: Type.Optional(
        Type.Boolean({ description: '`true` if portals were searched for states that are not loaded.' }),
      ),
      unavailable: Type.Optional(
        Type.Array(Type.String(), { description: 'States whose portals did not respond in time.' }),
      ),
      cut: Type.Optional(
        Type.Boolean({
          description:
            '`true` if a portal has more matches than it returned; add words of the name to find them.',
        }),
      ),
      stale: Type.Optional(
        Type.Boolean({ description: '`true` if a portal did not respond and an earlier response is shown.' }),
      ),
      state: Nullable(Type.String({ description: 'State filter that was applied.' })),
      sort: OneOf(ENTITY_ORDERS, 'The order of the results; see `sort`.'),
      cursor: Nullable(
        Type.String({
          description: '`cursor` of the next page; null on the last page, and if sorted by relevance.',
        }),
      ),
      ...NumberMeta,
      ...facetsIn(ENTITY_FACET_NAMES),
    }),
    parse: ({ query }) => parseEntitySearch(query),
    price: () => PRICE,
    errors: ['upstream_error'],
    run: (request, { accountId }) => run(request, dependencies, accountId),
  });
}

async function run(
  request: EntitySearchRequest,
  dependencies: Dependencies,
  accountId: string | null,
): Promise<Answer> {
  const { indexes, sources, sample } = dependencies;
  const now = dependencies.now();
  const by = request.sort === 'relevance' ? undefined : request.sort;
  // Only stored records are sorted.
  const live = by === undefined ? await searchLive(request, dependencies, accountId) : undefined;
  const read = live ? rankLive(request, live.records, dayOf(now)) : [];
  const stretch = by === undefined ? storedSlice(request, read.length) : { offset: 0, limit: MAX_SORTED };
  const index = indexes()?.entities;
  const reading = index && firstReading(entityReadings(request, dayOf(now), stretch), index);
  const searched = reading?.answer;
  const isNamed = isFound(searched) && reading?.query.zip === undefined;
  const ofNumber =
    isNamed || read.length > 0 ? undefined : await entitiesOfNumber(request, dependencies, now);
  const linked = ofNumber?.items ?? [];
  const answer = linked.length > 0 ? undefined : searched;
  const total = (answer?.total ?? 0) + linked.length;
  if (by !== undefined && (total > MAX_SORTED || total === 0))
    return run({ ...request, sort: 'relevance', after: null }, dependencies, accountId);
  const sorted =
    by && (await sortedPage(request, by, resultsByNumber(answer, linked), dependencies, accountId ?? ''));
  const ranked = sorted?.ranked ?? mergedPage(request, answer?.hits ?? [], [...read, ...linked]);
  const reachable = total + read.length;
  refuseSilence(request, live, reachable);
  const results = await resultsOf(request, reading?.query, answer, ranked, dependencies, now);
  const found = [...new Set(results.map(({ sourceId }) => sourceId))];
  const searchedSources = await searchedBy(request, dependencies, { found, live });
  const state = request.filters.state ?? null;
  const near =
    index && reading && reachable === 0 && reading.query.guess !== 'none'
      ? await suggestedEntities(index, reading.query, dependencies.catalog)
      : [];
  return {
    data: { value: results.map(({ item }) => item) },
    meta: {
      total,
      totalCount: total,
      offset: request.offset,
      limit: request.limit,
      hasMore: sorted?.hasMore ?? request.offset + ranked.length < reachable,
      sort: request.sort,
      cursor: sorted?.cursor ?? null,
      state,
      source: agenciesOf(found.length > 0 ? found : searchedSources, sources),
      searched: searchedSources,
      ...guessMeta(
        answer,
        request.texts.flatMap(({ exchange }) => exchange),
        answer && reading?.query.place?.written,
      ),
      ...numberMeta(
        ofNumber?.number ?? formedNumber(request.texts[0]?.written ?? ''),
        total > 0 && answer ? reading?.query.zip : undefined,
      ),
      ...(near.length > 0 && { suggestions: near }),
      ...facetsMeta(request, answer?.counts ?? ofNumber?.counts),
      ...(live && liveMeta(live, sources)),
      ...(sample && { sample }),
    },
  };
}

/** Results of stored records, by their numbers. */
function resultsByNumber(answer: IndexAnswer | undefined, linked: readonly RankedItem[]) {
  return new Map<number, IndexHit | RankedItem>([
    ...(answer?.hits ?? []).map((hit) => [Number(hit.key), hit] as const),
    ...linked.flatMap((item) => (item.number === undefined ? [] : [[item.number, item] as const])),
  ]);
}

/** `zip`: the ZIP code of the addresses that were found. */
function numberMeta(number: FormedNumber | undefined, zip: string | undefined) {
  const recognized = number ?? (zip === undefined ? undefined : { scheme: 'zip', value: zip });
  return recognized === undefined ? {} : { number: recognized };
}

function facetsMeta({ facets }: EntitySearchRequest, counts: FacetCounts | undefined) {
  if (facets.length === 0) return {};
  const shown = facets.map((name) => [name, countsShown(counts?.get(facetOf(name)) ?? new Map())]);
  return { facets: Object.fromEntries(shown) };
}

/** The page's hits as results: what was read live is there already. */
async function resultsOf(
  { texts }: EntitySearchRequest,
  query: EntityQuery | undefined,
  answer: IndexAnswer | undefined,
  ranked: readonly (IndexAnswer['hits'][number] | RankedItem)[],
  { catalog, links }: Dependencies,
  now: number,
): Promise<Result[]> {
  const hits = ranked.flatMap((one) => ('item' in one ? [] : [Number(one.key)]));
  const found = hits.length > 0 ? await catalog.entities.getByNumber(hits) : [];
  const person = texts.find(({ field }) => field === 'person');
  const officersOf = await linkedOfficersAmong(found, { catalog, links });
  const entityOf = new Map<number, FoundEntity>(found.map((entity) => [entity.number, entity]));
  const read = answer && { ...answer, place: query?.place?.written };
  return ranked.flatMap((one) => {
    if ('item' in one) return [one];
    const entity = entityOf.get(Number(one.key));
    if (!entity || !read) return [];
    const tier = query?.tiers[one.tier];
    const facets = JSON.parse(entity.facets) as EntityFacets;
    const officers = officersOf.get(entity.number);
    const named = officers ? { ...facets, officers: officers.map(toName) } : facets;
    const match = tier === undefined ? null : matchIn(tier, read, named);
    const people =
      person && peopleNamed(texts[0] === person ? read.sought : { text: person.text }, entity, officers);
    const item = toItem(currentRecord(entity, now), match, officers?.length, people);
    return [{ sourceId: entity.sourceId, item }];
  });
}

function toName({ name }: { readonly name: string }): string {
  return name;
}

/** The sources whose records can meet the request: those loaded, those read live, and any that a result is of. */
async function searchedBy(
  { filters }: EntitySearchRequest,
  dependencies: Dependencies,
  { found, live }: { readonly found: readonly string[]; readonly live: LiveSearch | undefined },
): Promise<readonly string[]> {
  const { state, jurisdictionLevel } = filters;
  const loaded = await loadedAmong(
    dependencies,
    (source) =>
      source.kind === 'entities' &&
      (state === undefined || source.state === null || source.state === state) &&
      (jurisdictionLevel === undefined || source.agency.level === jurisdictionLevel),
  );
  const read = (live?.requested ?? []).filter((id) => !live?.unanswered.includes(id));
  return [...new Set([...loaded, ...read, ...found])];
}

/**
 * Portals are asked for a name alone. Their answers are kept, so that later pages go on in the same list. Undefined
 * if none is asked, or none stands for what is not loaded.
 */
async function searchLive(
  request: EntitySearchRequest,
  { live }: Dependencies,
  accountId: string | null,
): Promise<LiveSearch | undefined> {
  const [text, ...others] = request.texts;
  if (!live || text?.field !== 'name' || others.length > 0) return undefined;
  const question = { state: request.filters.state ?? null, words: portalWords(text.written) };
  const found = await live.search(question, accountId);
  return found.requested.length > 0 ? found : undefined;
}

/**
 * The question to portals, which know nothing of our searchable spelling: the words as written, without what names
 * are often written without (the legal form, `and`, single letters), so that the portal finds rather more.
 */
function portalWords(written: string): readonly string[] {
  const words = splitForms(written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).core;
  const telling = words.filter((word) => word.length > 1 && word !== 'and');
  return telling.length > 0 ? telling : words;
}

/** The records that meet the whole request, by tier; the portal only made the choice smaller. */
function rankLive(request: EntitySearchRequest, records: readonly LiveRecord[], today: string): RankedItem[] {
  const tiers = tiersOf(request);
  const parsed = parseQuery(request.texts[0]?.text ?? '');
  const ranked = records.flatMap((record) => {
    const facets = JSON.parse(record.facets) as EntityFacets;
    if (!passes(request, facets, today)) return [];
    const tier = tiers.findIndex((one) => !one.onlyListed && heldText(one, parsed, facets) !== undefined);
    const named = tiers[tier];
    if (named === undefined) return [];
    const match = matchIn(named, { sought: parsed, corrected: null, removed: [] }, facets);
    return [{ tier, sourceId: record.sourceId, item: toItem(record, match) }];
  });
  return ranked.sort((a, b) => a.tier - b.tier);
}

/** Throws 502 where a state was asked for and there is nothing but portals that did not answer. */
function refuseSilence(request: EntitySearchRequest, found: LiveSearch | undefined, results: number): void {
  if (!found || request.filters.state === undefined || results > 0) return;
  if (found.unanswered.length < found.requested.length) return;
  throw new ApiError('upstream_error', found.why ?? 'No portal of the state responded.');
}

/** The members of `meta` on the portals: totals are unknown where one answered. */
function liveMeta(found: LiveSearch, sources: Dependencies['sources']) {
  const states = found.unanswered.flatMap((id) => sources.get(id)?.state ?? []);
  const answered = found.requested.length > found.unanswered.length;
  return {
    ...(answered && { total: null, totalCount: null, live: true }),
    ...(states.length > 0 && { unavailable: [...new Set(states)].sort() }),
    ...(found.more && { cut: true }),
    ...(found.stale && { stale: true }),
  };
}

const MAX_SUGGESTIONS = 5;

/** Returns the records with the names nearest to a text that no name matches. */
async function suggestedEntities(
  index: SearchIndex,
  query: IndexQuery,
  catalog: Dependencies['catalog'],
): Promise<readonly SimilarName[]> {
  const { counted: _counted, ...bare } = query;
  const near = index.search({ ...bare, guess: 'any', offset: 0, limit: MAX_SUGGESTIONS });
  const numbers = near.hits.map(({ key }) => Number(key));
  const entities = await catalog.entities.getByNumber(numbers);
  const nameOf = new Map(
    entities.map(({ number, document }) => [number, JSON.parse(document) as SimilarName]),
  );
  const why = differenceOf(near);
  return numbers.flatMap((number) => {
    const found = nameOf.get(number);
    return found === undefined ? [] : [{ id: found.id, name: found.name, why }];
  });
}
