import Type from 'typebox';
import { type EntityItem, EntityItemSchema } from '../../contract/entity-search.js';
import { PageMeta } from '../../contract/paging.js';
import { Nullable } from '../../contract/schema.js';
import type { EntityFacets } from '../../domain/entity.js';
import type { LiveSearch } from '../../domain/live.js';
import type { IndexAnswer } from '../../search/types.js';
import type { FoundEntity, PriceItem } from '../../store/store.js';
import { type Answer, defineOperation } from '../declare.js';
import type { Dependencies } from '../dependencies.js';
import { matchedValue, type RankedItem, toItem } from './item.js';
import { liveMeta, rankLive, refuseSilence, searchLive } from './live.js';
import { heldStretch, mergedPage } from './merge.js';
import { tiersOf, toIndexQuery } from './query.js';
import { EntitySearchQuery, type EntitySearchRequest, parseEntitySearch } from './request.js';

const PRICE: readonly PriceItem[] = [{ item: 'entity_search', credits: 1 }];

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
  const { catalog, indexes, sources, sample } = dependencies;
  const live = await searchLive(request, dependencies, accountId);
  const read = live ? rankLive(request, live.records) : [];
  const stretch = heldStretch(request, read.length);
  const answer = indexes()?.entities.search(toIndexQuery(request, stretch));
  const ranked = mergedPage(request, answer?.hits ?? [], read);
  const total = answer?.total ?? 0;
  const reachable = total + read.length;
  refuseSilence(request, live, reachable);
  const items = await itemsOf(request, answer, ranked, catalog);
  const state = request.filters.state ?? null;
  return {
    data: { value: items },
    meta: {
      total,
      totalCount: total,
      offset: request.offset,
      limit: request.limit,
      hasMore: request.offset + ranked.length < reachable,
      state,
      source: sourceNames(state, sources, live),
      ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
      ...(live && liveMeta(live, sources)),
      ...(sample && { sample }),
    },
  };
}

/** The page's hits as results: what was read live is there already. */
async function itemsOf(
  request: EntitySearchRequest,
  answer: IndexAnswer | undefined,
  ranked: readonly (IndexAnswer['hits'][number] | RankedItem)[],
  catalog: Dependencies['catalog'],
): Promise<EntityItem[]> {
  const hits = ranked.flatMap((one) => ('item' in one ? [] : [Number(one.key)]));
  const found = hits.length > 0 ? await catalog.getEntitiesByNumber(hits) : [];
  const entityOf = new Map<number, FoundEntity>(found.map((entity) => [entity.number, entity]));
  return ranked.flatMap((one) => {
    if ('item' in one) return [one.item];
    const entity = entityOf.get(Number(one.key));
    return entity && answer ? [toItem(entity, matchOf(request, answer, one.tier, entity))] : [];
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
