import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { MatchSchema } from '../../contract/match.js';
import type { MatchedCandidate } from '../../linking/match/findings.js';
import { Matcher } from '../../linking/match/matcher.js';
import type { Question } from '../../linking/match/question/question.js';
import { shownEvidence } from '../../linking/match/shown-evidence.js';
import type { PriceItem } from '../../store/store.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agenciesOf, loadedAmong } from '../support/origin.js';
import { MatchQuery, parseMatch } from './request.js';

const PRICE: readonly PriceItem[] = [{ item: 'match', credits: 1 }];

export function match(dependencies: Dependencies) {
  return defineOperation({
    id: 'match',
    method: 'GET',
    path: '/api/v1/match',
    summary: 'Match a company',
    description:
      'Finds the record of a company. Names, an address, people and identifiers are compared with all loaded records, with the same evidence and weights as for linking. `found` means that one record is certain and has no rival. If records match equally, or an identifier and a name belong to different companies, the outcome is `ambiguous`. Individuals are never matched. Costs 1 credit, even if nothing is found.',
    scope: 'read',
    example: { query: { name: 'Willow Harbor Cleaners', state: 'CO', city: 'Salida' } },
    params: Type.Object({}),
    query: MatchQuery.schema,
    data: MatchSchema,
    meta: Type.Object({
      source: Type.String({ description: 'Publishers of the candidates.' }),
      searched: Type.Array(Type.String(), { description: 'Ids of the loaded sources.' }),
    }),
    parse: ({ query }) => parseMatch(query),
    price: () => PRICE,
    run: (question) => run(question, dependencies),
  });
}

/** A matcher over the data of one request. Throws the 503. */
export function matcherOver({ catalog, links, indexes }: Dependencies): Matcher {
  const index = indexes()?.entities;
  if (index === undefined) {
    throw new ApiError('unavailable', 'The search index is not loaded yet.', { retryAfterSeconds: 1 });
  }
  return new Matcher({ catalog, links, index });
}

async function run(question: Question, dependencies: Dependencies): Promise<Answer> {
  const { sources, sample } = dependencies;
  const { outcome, reason, candidates, candidateCount } = await matcherOver(dependencies).match(question);
  const searched = await loadedAmong(dependencies, ({ kind }) => kind === 'entities');
  const shown = candidates.map(({ candidate }) => candidate.sourceId);
  return {
    data: { value: { outcome, reason, candidateCount, candidates: candidates.map(toItem) } },
    meta: {
      source: agenciesOf(shown.length > 0 ? shown : searched, sources),
      searched,
      ...(sample && { sample }),
    },
  };
}

function toItem(matched: MatchedCandidate) {
  const { candidate, also, probability, tier, rivals } = matched;
  const { id, name, state = null } = candidate.data;
  return {
    id,
    name,
    state,
    probability: Math.round(probability * 10_000) / 10_000,
    tier,
    evidence: shownEvidence(matched),
    rivals,
    otherRecords: also.map(({ data }) => data.id),
  };
}
