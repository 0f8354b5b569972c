import Type from 'typebox';
import { EntityItemSchema } from '../../contract/entity-search.js';
import { PageMeta } from '../../contract/paging.js';
import { Nullable } from '../../contract/schema.js';
import type { EntityFacets } from '../../domain/entity.js';
import type { IndexAnswer } from '../../search/types.js';
import type { StoredEntity } from '../../store/store.js';
import { type Answer, defineOperation } from '../declare.js';
import type { Dependencies } from '../dependencies.js';
import { matchedValue, toItem } from './item.js';
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
      total: Type.Integer({ minimum: 0, description: 'The same as totalCount.' }),
      ...PageMeta,
      state: Nullable(Type.String({ description: 'State filter applied.' })),
    }),
    parse: ({ query }) => parseEntitySearch(query),
    price: () => [{ item: 'entity_search', credits: 1 }],
    run: (request) => run(request, dependencies),
  });
}

async function run(
  request: EntitySearchRequest,
  { catalog, indexes, sources, sample }: Dependencies,
): Promise<Answer> {
  const answer = indexes()?.entities.search(toIndexQuery(request));
  const items = answer ? await hydrate(request, answer, catalog) : [];
  const total = answer?.total ?? 0;
  const state = request.filters.state ?? null;
  return {
    data: { value: items },
    meta: {
      total,
      totalCount: total,
      offset: request.offset,
      limit: request.limit,
      hasMore: request.offset + (answer?.hits.length ?? 0) < total,
      state,
      source: sourceNames(state, sources),
      ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
      ...(sample && { sample }),
    },
  };
}

async function hydrate(request: EntitySearchRequest, answer: IndexAnswer, catalog: Dependencies['catalog']) {
  const found = await catalog.getEntitiesByNumber(answer.hits.map((hit) => Number(hit.key)));
  const entityOf = new Map<number, StoredEntity>(found.map((entity) => [entity.number, entity]));
  return answer.hits.flatMap((hit) => {
    const entity = entityOf.get(Number(hit.key));
    return entity ? toItem(entity, matchOf(request, answer, hit.tier, entity)) : [];
  });
}

function matchOf(request: EntitySearchRequest, answer: IndexAnswer, tier: number, entity: StoredEntity) {
  const { field, text } = request.asked[0] ?? { field: 'name', text: '' };
  const how = tiersOf(request)[tier]?.kind ?? 'words';
  const facets = JSON.parse(entity.facets) as EntityFacets;
  const value = matchedValue(field, how, answer.corrected ?? text, facets);
  return { field, value, kind: answer.corrected === null ? how : 'typo' } as const;
}

/** The titles of the state's sources, or that all loaded ones were searched. */
function sourceNames(state: string | null, sources: Dependencies['sources']): string {
  if (state === null) return 'All loaded sources';
  const titles = [...sources.values()]
    .filter((source) => source.state === state)
    .map((source) => source.title);
  return titles.length > 0 ? titles.join('; ') : 'All loaded sources';
}
