import Type from 'typebox';
import { EntityItemSchema } from '../../contract/entity-search.js';
import { ENTITY_FACET_NAMES, facetsMeta as facetsIn } from '../../contract/facet-counts.js';
import { PageMeta } from '../../contract/paging.js';
import { Nullable } from '../../contract/schema.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import type { LiveSearch } from '../../domain/live.js';
import { currentRecord } from '../../domain/records/current-record.js';
import { dayOf } from '../../domain/records/registration-status.js';
import type { FacetCounts, IndexAnswer } from '../../search/format/types.js';
import type { FoundEntity, PriceItem } from '../../store/store.js';
import { countsShown } from '../query/facets.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { firstReading } from '../support/first-reading.js';
import { guessMeta } from '../support/guess-meta.js';
import { agenciesOf, loadedAmong } from '../support/origin.js';
import { entitiesOfFiler, isFound } from './by-filer-key.js';
import { matchIn, type RankedItem, type Result, toItem } from './item.js';
import { linkedOfficersAmong } from './linked-officers.js';
import { liveMeta, rankLive, refuseSilence, searchLive } from './live.js';
import { heldStretch, mergedPage } from './merge.js';
import { type EntityQuery, entityReadings, facetOf } from './query.js';
import { EntitySearchQuery, type EntitySearchRequest, parseEntitySearch } from './request.js';
import { suggestedEntities } from './suggestions.js';

const PRICE: readonly PriceItem[] = [{ item: 'entity_search', credits: 1 }];

export function searchEntities(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchEntities',
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Search entities',
    description:
      'Finds records by name, registered agent, officer or number over all loaded sources. Records with exactly this name come ' +
      'first, then names that begin with it, then names with all its words; a record’s own name before its other names, active ' +
      'records before dissolved ones. Legal forms, a leading The and common abbreviations are equal in any spelling: the ' +
      'same form first, then another spelling of it, then the name without a form, then with another. A misspelt ' +
      'name is corrected (`meta.correctedQuery`), and words that are no part of a name are left out (`meta.removedWords`). If no record ' +
      'has the name, there are no results, and `meta.suggestions` lists similar names. Costs 1 credit even if nothing is found.',
    scope: 'read',
    example: { query: { name: 'willow', state: 'CO', limit: '2' } },
    params: Type.Object({}),
    query: EntitySearchQuery.schema,
    data: Type.Array(EntityItemSchema),
    meta: Type.Object({
      ...PageMeta,
      total: Nullable(Type.Integer({ minimum: 0, description: 'The same as totalCount.' })),
      totalCount: Nullable(
        Type.Integer({ minimum: 0, description: 'Total matches; exact. Null if a portal answered.' }),
      ),
      live: Type.Optional(Type.Boolean({ description: 'True: portals answered for what is not loaded.' })),
      unavailable: Type.Optional(
        Type.Array(Type.String(), { description: 'States whose portals did not answer in time.' }),
      ),
      cut: Type.Optional(
        Type.Boolean({
          description:
            'True: a portal has more matches than it is asked for; more words of the name find them.',
        }),
      ),
      stale: Type.Optional(
        Type.Boolean({ description: 'True: of some portal it is shown what it said before.' }),
      ),
      state: Nullable(Type.String({ description: 'State filter applied.' })),
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
  const live = await searchLive(request, dependencies, accountId);
  const read = live ? rankLive(request, live.records, dayOf(now)) : [];
  const stretch = heldStretch(request, read.length);
  const index = indexes()?.entities;
  const reading = index && firstReading(entityReadings(request, dayOf(now), stretch), index);
  const searched = reading?.answer;
  const ofFiler =
    isFound(searched) || read.length > 0 ? undefined : await entitiesOfFiler(request, dependencies, now);
  const linked = ofFiler?.items ?? [];
  const answer = linked.length > 0 ? undefined : searched;
  const ranked = mergedPage(request, answer?.hits ?? [], [...read, ...linked]);
  const total = (answer?.total ?? 0) + linked.length;
  const reachable = total + read.length;
  refuseSilence(request, live, reachable);
  const results = await resultsOf(reading?.query, answer, ranked, dependencies, now);
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
      hasMore: request.offset + ranked.length < reachable,
      state,
      source: agenciesOf(found.length > 0 ? found : searchedSources, sources),
      searched: searchedSources,
      ...guessMeta(
        answer,
        request.texts.flatMap(({ exchange }) => exchange),
        answer && reading?.query.place?.written,
      ),
      ...(near.length > 0 && { suggestions: near }),
      ...facetsMeta(request, answer?.counts ?? ofFiler?.counts),
      ...(live && liveMeta(live, sources)),
      ...(sample && { sample }),
    },
  };
}

function facetsMeta({ facets }: EntitySearchRequest, counts: FacetCounts | undefined) {
  if (facets.length === 0) return {};
  const shown = facets.map((name) => [name, countsShown(counts?.get(facetOf(name)) ?? new Map())]);
  return { facets: Object.fromEntries(shown) };
}

/** The page's hits as results: what was read live is there already. */
async function resultsOf(
  query: EntityQuery | undefined,
  answer: IndexAnswer | undefined,
  ranked: readonly (IndexAnswer['hits'][number] | RankedItem)[],
  { catalog, links }: Dependencies,
  now: number,
): Promise<Result[]> {
  const hits = ranked.flatMap((one) => ('item' in one ? [] : [Number(one.key)]));
  const found = hits.length > 0 ? await catalog.getEntitiesByNumber(hits) : [];
  const officersOf = await linkedOfficersAmong(found, { catalog, links });
  const entityOf = new Map<number, FoundEntity>(found.map((entity) => [entity.number, entity]));
  return ranked.flatMap((one) => {
    if ('item' in one) return [one];
    const entity = entityOf.get(Number(one.key));
    if (!entity || !answer) return [];
    const tier = query?.tiers[one.tier];
    if (!tier) return [];
    const facets = JSON.parse(entity.facets) as EntityFacets;
    const officers = officersOf.get(entity.number);
    const read = { ...answer, place: query.place?.written };
    const match = matchIn(tier, read, officers ? { ...facets, officers: officers.map(toName) } : facets);
    const item = toItem(currentRecord(entity, now), match, officers?.length);
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
