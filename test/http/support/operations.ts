import Type from 'typebox';
import { ApiError, invalidParams } from '../../../src/contract/errors.js';
import { defineOperation, type Operation } from '../../../src/operations/support/declare.js';

/** What the invented operations did: a request that is refused must not get this far. */
export interface Work {
  readonly runs: string[];
  /** Awaited by `run` of `thing`. */
  hold: Promise<void>;
}

export function newWork(): Work {
  return { runs: [], hold: Promise.resolve() };
}

/**
 * `/things/:id` costs 1 and 1 per include token; ids `missing`, `broken` and `crooked` fail in their ways.
 * `/list` costs 2 and answers a value. `/open` is free and needs no key. `/made` answers 201, and goes by DELETE.
 */
export function inventedOperations(work: Work = newWork()): Operation[] {
  return [thing(work), list(work), open(), make(), remove()];
}

function thing(work: Work) {
  return defineOperation({
    id: 'getEntity',
    method: 'GET',
    path: '/things/:id',
    summary: 'A thing',
    description: 'Invented.',
    scope: 'read',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({
      include: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
      colour: Type.Optional(Type.Enum(['red', 'blue'])),
      size: Type.Optional(Type.String()),
    }),
    data: Type.Object({ id: Type.String(), name: Type.String() }),
    meta: Type.Object({
      source: Type.String(),
      absent: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
    parse: ({ params, query }) => {
      if (params.id === 'bad') throw invalidParams({ parameter: 'id', message: 'must not be bad.' });
      return { id: params.id, include: [query.include ?? []].flat() };
    },
    price: ({ include }) => [
      { item: 'entity', credits: 1 },
      ...(include.includes('ucc') ? [{ item: 'ucc' as const, credits: 1 }] : []),
      ...(include.includes('ppp') ? [{ item: 'ppp' as const, credits: 1 }] : []),
    ],
    run: async ({ id }) => {
      work.runs.push(id);
      await work.hold;
      if (id === 'missing') throw new ApiError('not_found', 'There is no such thing.');
      if (id === 'broken') throw new Error('secret: the disk is on fire');
      if (id === 'crooked') return { data: { value: { name: 'no id' } }, meta: {} };
      return {
        data: {
          json: `{"id":${JSON.stringify(id)},"name":"Café ${id === 'long' ? 'x'.repeat(5_000) : ''}"}`,
        },
        meta: { source: 'Invented', secret: 'never leaves', absent: { json: '{"type":"withheld"}' } },
        unavailable: ['ppp'],
      };
    },
  });
}

function list(work: Work) {
  return defineOperation({
    id: 'searchFilings',
    method: 'GET',
    path: '/list',
    summary: 'A list',
    description: 'Invented.',
    scope: 'read',
    params: Type.Object({}),
    query: Type.Object({ q: Type.String() }),
    data: Type.Array(Type.Object({ id: Type.String(), note: Type.Union([Type.String(), Type.Null()]) })),
    meta: Type.Object({ totalCount: Type.Integer() }),
    parse: ({ query }) => query.q,
    price: () => [{ item: 'filings_search', credits: 2 }],
    run: async (q) => {
      work.runs.push(q);
      return {
        data: { value: [{ id: q, note: null, undeclared: 'never leaves' }] },
        meta: { totalCount: 1 },
      };
    },
  });
}

function open() {
  return defineOperation({
    id: 'listSources',
    method: 'GET',
    path: '/open',
    summary: 'Open to all',
    description: 'Invented.',
    scope: null,
    params: Type.Object({}),
    query: Type.Object({}),
    data: Type.Array(Type.String()),
    meta: Type.Object({}),
    parse: () => null,
    price: () => [],
    run: async () => ({ data: { value: ['a'] }, meta: {} }),
  });
}

function make() {
  return defineOperation({ ...made, id: 'adminCreateAccount', method: 'POST', status: 201 });
}

function remove() {
  return defineOperation({ ...made, id: 'adminCloseAccount', method: 'DELETE' });
}

const made = {
  path: '/made',
  summary: 'Something that is made',
  description: 'Invented.',
  scope: 'read',
  free: true,
  params: Type.Object({}),
  query: Type.Object({}),
  data: Type.String(),
  meta: Type.Object({}),
  parse: () => null,
  price: () => [],
  run: async () => ({ data: { value: 'made' }, meta: {} }),
} as const;
