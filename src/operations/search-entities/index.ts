import Type from 'typebox';
import { EntityItemSchema } from '../../contract/entity-search.js';
import { PageMeta } from '../../contract/paging.js';
import { Nullable } from '../../contract/schema.js';
import type { EntityFacets } from '../../domain/entity.js';
import type { LiveSearch } from '../../domain/live.js';
import type { IndexAnswer } from '../../search/types.js';
import type { FoundEntity } from '../../store/store.js';
import { type Answer, defineOperation } from '../declare.js';
import type { Dependencies, Indexes } from '../dependencies.js';
import { matchedValue, type RankedItem, toItem } from './item.js';
import { liveMeta, rankLive, refuseSilence, searchLive } from './live.js';
import { tiersOf, toIndexQuery } from './query.js';
import { EntitySearchQuery, type EntitySearchRequest, parseEntitySearch } from './request.js';

export function searchEntities(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchEntities',
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Search entities',
    description:
      'Finds records by name, registered agent, officer or number over all loaded sources. Bearers of the whole name ' +
      'come first, then former bearers, names that start so, and names with all the words. Costs 1 credit.',
    scope: 'read',
    example: { query: { name: 'willow', state: 'CO', limit: '2' } },
    params: Type.Object({}),
    query: EntitySearchQuery,
    data: Type.Array(EntityItemSchema),
    meta: Type.Object({
      ...PageMeta,
      total: Nullable(Type.Integer({ minimum: 0, description: 'The same as totalCount.' })),
      totalCount: Nullable(
        Type.Integer({ minimum: 0, description: 'Total matches; exact. Null where a portal answered.' }),
      ),
      live: Type.Optional(Type.Boolean({ description: 'True: portals answered for what is not loaded.' })),
      unavailable: Type.Optional(
        Type.Array(Type.String(), { description: 'States whose portals did not answer in time.' }),
      ),
      stale: Type.Optional(
        Type.Boolean({ description: 'True: of some portal it is shown what it said before.' }),
      ),
      state: Nullable(Type.String({ description: 'State filter applied.' })),
    }),
    parse: ({ query }) => parseEntitySearch(query),
    price: () => [{ item: 'entity_search', credits: 1 }],
    errors: ['upstream_error'],
    run: (request, { accountId }) => run(request, dependencies, accountId),
  });
}

async function run(
  request: EntitySearchRequest,
  dependencies: Dependencies,
  accountId: string | null,
): Promise<Answer> {
  const { catalog, indexes, sources, sample } = dependencies;
  const [live, { answer, held }] = await Promise.all([
    searchLive(request, dependencies, accountId),
    searchHeld(request, indexes(), catalog),
  ]);
  const read = live ? rankLive(request, live.records) : [];
  const items = firstOf([...held, ...read], request.limit);
  refuseSilence(request, live, items.length);
  const total = answer?.total ?? 0;
  const state = request.filters.state ?? null;
  const left = total - request.offset - held.length + (held.length + read.length - items.length);
  return {
    data: { value: items },
    meta: {
      total,
      totalCount: total,
      offset: request.offset,
      limit: request.limit,
      hasMore: left > 0 || live?.more === true,
      state,
      source: sourceNames(state, sources, live),
      ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
      ...(live && liveMeta(live, sources)),
      ...(sample && { sample }),
    },
  };
}

/** By tier; within one, what is loaded stands before what was read live. */
function firstOf(ranked: readonly RankedItem[], limit: number) {
  return [...ranked]
    .sort((a, b) => a.tier - b.tier)
    .slice(0, limit)
    .map(({ item }) => item);
}

async function searchHeld(
  request: EntitySearchRequest,
  indexes: Indexes | undefined,
  catalog: Dependencies['catalog'],
) {
  const answer = indexes?.entities.search(toIndexQuery(request));
  return { answer, held: answer ? await hydrate(request, answer, catalog) : [] };
}

async function hydrate(
  request: EntitySearchRequest,
  answer: IndexAnswer,
  catalog: Dependencies['catalog'],
): Promise<RankedItem[]> {
  const found = await catalog.getEntitiesByNumber(answer.hits.map((hit) => Number(hit.key)));
  const entityOf = new Map<number, FoundEntity>(found.map((entity) => [entity.number, entity]));
  return answer.hits.flatMap((hit) => {
    const entity = entityOf.get(Number(hit.key));
    return entity
      ? [{ tier: hit.tier, item: toItem(entity, matchOf(request, answer, hit.tier, entity)) }]
      : [];
  });
}

function matchOf(request: EntitySearchRequest, answer: IndexAnswer, tier: number, entity: FoundEntity) {
  const { field, text } = request.asked[0] ?? { field: 'name', text: '' };
  const how = tiersOf(request)[tier]?.kind ?? 'words';
  const facets = JSON.parse(entity.facets) as EntityFacets;
  const value = matchedValue(field, how, answer.corrected ?? text, facets);
  return { field, value, kind: answer.corrected === null ? how : 'typo' } as const;
}

/** The titles of the state's sources, or that all loaded ones were searched; and the portals that answered. */
function sourceNames(state: string | null, sources: Dependencies['sources'], live?: LiveSearch): string {
  const ofState = [...sources.values()].filter((source) => source.state === state);
  const held = ofState.filter(({ id }) => !live?.asked.includes(id)).map(({ title }) => title);
  const answered = (live?.asked ?? []).filter((id) => !live?.unanswered.includes(id));
  const read = answered.map((id) => `${sources.get(id)?.title ?? id} (live)`);
  const names = [...(state === null ? ['All loaded sources'] : held), ...read];
  return names.length > 0 ? names.join('; ') : 'All loaded sources';
}
