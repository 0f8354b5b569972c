import { setImmediate as nextTurn } from 'node:timers/promises';
import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import {
  MAX_QUERIES,
  ORGANIZATION,
  type QueryBatch,
  QueryBatchBody,
  type ReconciliationResult,
  ResultBatchSchema,
} from '../../contract/reconcile.js';
import type { EntityData } from '../../domain/entity.js';
import { currentRecord } from '../../domain/records/current-record.js';
import type { Match, MatchedCandidate } from '../../linking/match/findings.js';
import type { Matcher } from '../../linking/match/matcher.js';
import { shownEvidence } from '../../linking/match/shown-evidence.js';
import { entityFinder } from '../get-entity/find-entity.js';
import { matcherOver } from '../match/index.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { describeRecord } from './describe.js';
import { type QueryOfBatch, readQuery } from './read-query.js';

/** A batch of queries: each is what `match` answers, at its price, in one charge. */
export function reconcile(dependencies: Dependencies) {
  return defineOperation({
    id: 'reconcile',
    method: 'POST',
    path: '/reconcile/k/:token',
    summary: 'Reconcile a batch of names',
    description:
      'Returns candidates for each query of a batch. Costs 1 credit per query; queries without a name or number are free.',
    scope: 'reconcile',
    params: Type.Object({}),
    query: Type.Object({}),
    body: QueryBatchBody,
    data: ResultBatchSchema,
    meta: Type.Object({}),
    errors: ['content_too_large'],
    parse: ({ body }) => readBatch(body as QueryBatch),
    price: (queries) => {
      const credits = queries.filter(({ question }) => question !== undefined).length;
      return credits === 0 ? [] : [{ item: 'match', credits }];
    },
    run: (queries) => run(queries, dependencies),
  });
}

function readBatch(batch: QueryBatch): readonly QueryOfBatch[] {
  const entries = Object.entries(batch);
  if (entries.length > MAX_QUERIES) {
    throw new ApiError(
      'content_too_large',
      `A batch may have at most ${MAX_QUERIES} queries; got ${entries.length}.`,
    );
  }
  return entries.map(([key, query]) => readQuery(key, query));
}

async function run(queries: readonly QueryOfBatch[], dependencies: Dependencies): Promise<Answer> {
  const matcher = matcherOver(dependencies);
  const results: [string, { result: readonly ReconciliationResult[] }][] = [];
  for (const query of queries) {
    // Other requests get their turn between any two.
    if (results.length > 0) await nextTurn();
    results.push([query.key, { result: await answer(query, matcher, dependencies) }]);
  }
  return { data: { json: JSON.stringify(Object.fromEntries(results)) }, meta: {} };
}

async function answer(
  { question, id, limit, isPartial }: QueryOfBatch,
  matcher: Matcher,
  dependencies: Dependencies,
): Promise<readonly ReconciliationResult[]> {
  if (question === undefined) return [];
  if (id !== undefined) {
    const named = await recordOf(id, dependencies);
    if (named !== undefined) return [named];
  }
  const match = await matcher.match(question);
  return match.candidates
    .slice(0, limit)
    .map((matched, at) => toResult(matched, at === 0 && !isPartial, match));
}

/** The record whose id was sent instead of a name. It was not compared, so the user must confirm it. */
async function recordOf(id: string, dependencies: Dependencies): Promise<ReconciliationResult | undefined> {
  const stored = await entityFinder(dependencies)(id);
  if (stored === undefined) return undefined;
  const data = JSON.parse(currentRecord(stored, dependencies.now()).document) as EntityData;
  if (data.subjectType === 'person') return undefined;
  const { name } = data;
  const features = [{ id: 'id', value: true }];
  return {
    id: data.id,
    name,
    description: describeRecord(data),
    score: 100,
    match: false,
    type: [ORGANIZATION],
    features,
  };
}

function toResult(matched: MatchedCandidate, isFirst: boolean, { outcome }: Match): ReconciliationResult {
  const { candidate, probability, tier, rivals } = matched;
  const { id, name } = candidate.data;
  const weights = new Map<string, number>();
  for (const { field, weight } of shownEvidence(matched)) {
    weights.set(field, Math.round(((weights.get(field) ?? 0) + weight) * 1000) / 1000);
  }
  return {
    id,
    name,
    description: describeRecord(candidate.data),
    score: Math.round(probability * 10_000) / 100,
    match: isFirst && outcome === 'found',
    type: [ORGANIZATION],
    features: [
      ...[...weights].map(([field, value]) => ({ id: field, value })),
      { id: 'confirmed', value: tier === 'confirmed' },
      { id: 'rivals', value: rivals },
    ],
  };
}
