import { INCLUDE_TOKENS } from '../../contract/records/enrichment.js';
import { EntityMetaSchema, EntitySchema } from '../../contract/records/entity.js';
import { parseInclude, unknownIncludes } from '../../domain/include.js';
import type { PriceItem } from '../../store/store.js';
import { flag, integer, list } from '../query/field.js';
import { defineQuery } from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { AnswerCache } from './answer-cache.js';
import { EntityParams, entityFinder } from './find-entity.js';
import { answerLive } from './live.js';
import { present } from './present.js';
import { readEntityId } from './read-id.js';

const INCLUDE =
  'Comma-separated tokens, each +1 credit: federal, sam, nonprofit, ucc, ppp, related; `all` for the six. ' +
  'May repeat. Unknown tokens are ignored and free; `meta.ignoredParameters` names them as `include=<token>`.';

const NONE: readonly string[] = [];

const EXPLAIN = '`true`: `meta.links` shows the evidence of each link behind the included tokens. Free.';

/** One and the same for all: what is the same in many charges is written and read once. */
const PRICE: readonly PriceItem[] = [{ item: 'entity', credits: 1 }];

/** Memory for answers that are given again and again, of all threads of a service together. */
export const ANSWERS_KIB = 32 * 1024;

const MAX_OFFSET = 10_000;

const EntityQuery = defineQuery({
  include: list(INCLUDE, ['federal', 'sam'], [...INCLUDE_TOKENS, 'all']),
  explain: flag(EXPLAIN),
  offset: integer(
    `Items to skip in each included list, newest first, 25 a page; up to ${MAX_OFFSET}, larger values count as that.`,
    { min: 0, fallback: 0, max: MAX_OFFSET },
  ),
});

export function getEntity(dependencies: Dependencies) {
  const { catalog, links, answersKiB = ANSWERS_KIB } = dependencies;
  const cache = new AnswerCache(catalog, links, answersKiB);
  const findEntity = entityFinder(dependencies);
  return defineOperation({
    id: 'getEntity',
    method: 'GET',
    path: '/api/v1/entity/:id',
    summary: 'Get an entity',
    description:
      'Full details of one record by its id. Costs 1 credit, and 1 more for each distinct include token even if nothing is found.',
    scope: 'read',
    example: { params: { id: 'CO:20221555001' } },
    params: EntityParams,
    query: EntityQuery.schema,
    data: EntitySchema,
    meta: EntityMetaSchema,
    dated: true,
    errors: ['upstream_error'],
    parse: ({ params, query }) => {
      const id = readEntityId(params.id);
      const { include, explain, offset } = EntityQuery.read(query);
      return { id, include: parseInclude(include), explain, offset };
    },
    ignoredValues: (query) => {
      if (!Object.hasOwn(query, 'include')) return NONE;
      const { include } = EntityQuery.read(query);
      return include.length === 0 ? NONE : unknownIncludes(include).map((token) => `include=${token}`);
    },
    price: ({ include }) =>
      include.length === 0 ? PRICE : [...PRICE, ...include.map((item) => ({ item, credits: 1 }))],
    run: async ({ id, ...request }, { accountId }) => {
      const { include, explain } = request;
      const version = include.length === 0 && !explain ? cache.version() : undefined;
      const known = version === undefined ? undefined : cache.find(id, version);
      if (known) return known;
      const entity = await findEntity(id);
      if (!entity) return answerLive(id, request, dependencies, accountId);
      const answer = await present(entity, request, dependencies);
      return version !== undefined && entity.id === id
        ? cache.offer(id, entity.number, answer, version)
        : answer;
    },
  });
}
