import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import {
  LOOKS_PER_MINUTE,
  ORGANIZATION,
  PreviewSchema,
  SuggestResultSchema,
} from '../../contract/reconcile.js';
import type { Suggestion } from '../../contract/suggestion.js';
import type { EntityData } from '../../domain/entity.js';
import { canonicalEntityId } from '../../domain/ids.js';
import { currentRecord } from '../../domain/records/current-record.js';
import { entityFinder } from '../get-entity/find-entity.js';
import { type Answer, defineOperation, type RequestContext } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import type { SubOperation } from '../support/sub-request.js';
import { KINDS, previewOf } from './describe.js';

const MAX_TEXT = 500;

/** Autocompletes names like `suggest`; an id returns its record. */
export function suggestRecords(suggest: SubOperation, dependencies: Dependencies) {
  return defineOperation({
    id: 'suggestRecords',
    method: 'GET',
    path: '/reconcile/k/:token/suggest/entity',
    summary: 'Autocomplete record names',
    description: 'Up to 8 organizations. Free.',
    scope: 'reconcile',
    free: true,
    ownLimit: LOOKS_PER_MINUTE,
    params: Type.Object({}),
    query: Type.Object({
      prefix: Type.Optional(Type.String({ description: 'The text entered so far, or an id.' })),
      cursor: Type.Optional(Type.String({ description: 'Suggestions to skip.' })),
    }),
    data: SuggestResultSchema,
    meta: Type.Object({}),
    parse: ({ query: { prefix = '', cursor = '0' } }) => ({
      text: prefix.trim().slice(0, MAX_TEXT),
      skipped: /^\d{1,4}$/.test(cursor) ? Number(cursor) : 0,
    }),
    price: () => [],
    run: async ({ text, skipped }, context) => {
      const all = await suggestionsFor(text, suggest, dependencies, context);
      return { data: { value: { result: all.slice(skipped) } }, meta: {} } satisfies Answer;
    },
  });
}

/** The name of a record. */
export function previewRecord(dependencies: Dependencies) {
  return defineOperation({
    id: 'previewRecord',
    method: 'GET',
    path: '/reconcile/k/:token/preview',
    summary: 'Preview a record',
    description: 'Returns name, state and kind of a record. Free.',
    scope: 'reconcile',
    free: true,
    ownLimit: LOOKS_PER_MINUTE,
    params: Type.Object({}),
    query: Type.Object({ id: Type.Optional(Type.String({ description: 'Id of a record.' })) }),
    data: PreviewSchema,
    meta: Type.Object({}),
    parse: ({ query: { id = '' } }) => id,
    price: () => [],
    run: async (id) => {
      const data = await organization(id, dependencies);
      if (data) return { data: { value: previewOf(data) }, meta: {} } satisfies Answer;
      throw new ApiError(
        'not_found',
        `No loaded source contains an organization ${JSON.stringify(id.slice(0, 60))}.`,
      );
    },
  });
}

async function suggestionsFor(
  text: string,
  suggest: SubOperation,
  dependencies: Dependencies,
  context: RequestContext,
) {
  const named = await organization(text, dependencies);
  if (named) return [toItem(named, [named.state, KINDS[named.recordClass]].filter(Boolean).join(' · '))];
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const answer = await suggest.read({ q: text }).run(context);
  if ('error' in answer) throw answer.error;
  return (JSON.parse(answer.data) as Suggestion[]).map((one) => {
    const words = [one.ticker, one.state, KINDS[one.recordClass]];
    return toItem(one, words.filter(Boolean).join(' · '));
  });
}

function toItem({ id, name }: { readonly id: string; readonly name: string }, description: string) {
  return { id, name, description, notable: [ORGANIZATION] };
}

/** Individuals are not suggested: users search for companies. */
async function organization(text: string, dependencies: Dependencies): Promise<EntityData | undefined> {
  const id = canonicalEntityId(text);
  const stored = id === undefined ? undefined : await entityFinder(dependencies)(id);
  if (stored === undefined) return undefined;
  const data = JSON.parse(currentRecord(stored, dependencies.now()).document) as EntityData;
  return data.subjectType === 'person' ? undefined : data;
}
