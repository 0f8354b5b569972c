import { VersionedCache } from '../../collections/versioned-cache.js';
import {
  ALL_TOKENS,
  INCLUDE_TOKENS,
  type IncludeToken,
  NAMED_TOKENS,
} from '../../contract/records/enrichment.js';
import { EntityMetaSchema, EntitySchema } from '../../contract/records/entity.js';
import type { Entities, Links, PriceItem } from '../../store/store.js';
import { date, defineQuery, flag, integer, list } from '../query/query.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { EntityParams, entityFinder, readEntityId } from './find-entity.js';
import { answerLive } from './live.js';
import { present } from './present.js';

const INCLUDE = `Comma-separated tokens, each +1 credit: ${ALL_TOKENS.join(', ')}; \`all\` for these six. Not part of \`all\`: ${NAMED_TOKENS.join(', ')}. May repeat. Unknown tokens are ignored and free; \`meta.ignoredParameters\` lists them as \`include=<token>\`.`;

const NONE: readonly string[] = [];

const EXPLAIN = '`true`: `meta.links` contains the evidence of each link behind the included tokens. Free.';

const AT =
  'Only with `include=financials`: returns and reports filed by this day, as they were known then. Default: all.';

/** One and the same for all: what is the same in many charges is written and read once. */
const PRICE: readonly PriceItem[] = [{ item: 'entity', credits: 1 }];

/** Memory for answers that are given again and again, of all threads of a service together. */
export const ANSWERS_KIB = 32 * 1024;

const MAX_OFFSET = 10_000;

const EntityQuery = defineQuery({
  include: list(INCLUDE, ['federal', 'sam'], [...INCLUDE_TOKENS, 'all']),
  explain: flag(EXPLAIN),
  offset: integer(
    `Items to skip in each included list, newest first, 25 per page; max. ${MAX_OFFSET}, larger values are treated as the maximum.`,
    { min: 0, fallback: 0, max: MAX_OFFSET },
  ),
  at: date(AT, '2024-06-30'),
});

export function getEntity(dependencies: Dependencies) {
  const { catalog, links, answersKiB = ANSWERS_KIB } = dependencies;
  const cache = new AnswerCache(catalog.entities, links, answersKiB);
  const findEntity = entityFinder(dependencies);
  return defineOperation({
    id: 'getEntity',
    method: 'GET',
    path: '/api/v1/entity/:id',
    summary: 'Get an entity',
    description:
      'Returns one record by its id. Costs 1 credit, plus 1 for each distinct include token, even if nothing is found.',
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
      const { include, explain, offset, at } = EntityQuery.read(query);
      return { id, include: parseInclude(include), explain, offset, at };
    },
    ignoredValues: (query) => {
      if (!Object.hasOwn(query, 'include') && !Object.hasOwn(query, 'at')) return NONE;
      const { include, at } = EntityQuery.read(query);
      const unknown = unknownIncludes(include).map((token) => `include=${token}`);
      const isDated = at === null || parseInclude(include).includes('financials');
      return isDated ? unknown : [...unknown, `at=${at}`];
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

interface KeptAnswer {
  readonly number: number;
  readonly answer: Answer;
}

/** The text of an answer contains its document again, and a few hundred more characters. */
const sizeOf = ({ answer: { data } }: KeptAnswer) => ('json' in data ? 2 * data.json.length : 0) + 500;

/**
 * Answers that are the stored text of a record, with the text that is sent: one cache, emptied by any change of the
 * catalog or of links. An answer that takes more from other records is made again each time.
 */
export class AnswerCache {
  readonly #entities: Pick<Entities, 'version'>;
  readonly #links: Pick<Links, 'version'>;
  readonly #answers: VersionedCache<string, KeptAnswer>;
  #catalogVersion: number | undefined;
  #linksVersion: number | undefined;
  #version = 0;

  constructor(entities: Pick<Entities, 'version'>, links: Pick<Links, 'version'>, kib: number) {
    this.#entities = entities;
    this.#links = links;
    this.#answers = new VersionedCache({ size: sizeOf, mark: ({ number }) => number }, kib);
  }

  /** Grows with each change of the data; undefined if changes are not watched. Ask before the data is read. */
  version(): number | undefined {
    const [catalog, links] = [this.#entities.version(), this.#links.version()];
    if (catalog === undefined || links === undefined) return undefined;
    if (catalog !== this.#catalogVersion || links !== this.#linksVersion) {
      this.#catalogVersion = catalog;
      this.#linksVersion = links;
      this.#version += 1;
    }
    return this.#version;
  }

  find(id: string, version: number): Answer | undefined {
    return this.#answers.find(id, version)?.answer;
  }

  /** The answer, which may be kept from now on: not if the data has changed since `version` was asked. */
  offer(id: string, number: number, answer: Answer, version: number): Answer {
    if (!('json' in answer.data) || version !== this.version()) return answer;
    // Spread last: with the spread first each of them would have a hidden class of its own.
    const kept = { kept: {}, ...answer };
    this.#answers.offer(id, { number, answer: kept });
    return kept;
  }
}

const NO_TOKENS: readonly IncludeToken[] = [];

/**
 * Returns the distinct known tokens of `include`, in contract order. A comma-separated list that may repeat,
 * ignoring case and spaces; `all` means every token; unknown tokens are ignored (and free).
 */
export function parseInclude(values: readonly string[]): readonly IncludeToken[] {
  if (values.length === 0) return NO_TOKENS;
  const named = new Set(tokensOf(values).map((token) => token.toLowerCase()));
  const wanted: ReadonlySet<string> = named.has('all') ? new Set([...named, ...ALL_TOKENS]) : named;
  return INCLUDE_TOKENS.filter((token) => wanted.has(token));
}

/** The distinct tokens of `include` that are ignored, as they were sent. */
export function unknownIncludes(values: readonly string[]): readonly string[] {
  return [...new Set(tokensOf(values).filter((token) => token !== '' && !KNOWN.has(token.toLowerCase())))];
}

const KNOWN: ReadonlySet<string> = new Set([...INCLUDE_TOKENS, 'all']);

function tokensOf(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(',')).map((token) => token.trim());
}
