import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../src/contract/errors.js';
import { bodyChecker } from '../../src/gateway/compile.js';

const closed = { additionalProperties: false };
const check = bodyChecker(
  Type.Object(
    {
      kind: Type.Enum(['entities', 'filings']),
      items: Type.Optional(Type.Array(Type.Object({ name: Type.String() }, closed))),
    },
    closed,
  ),
);

describe('a body that does not fit names each place and what may stand there', () => {
  it.each([
    [{ kind: 'entities', filters: {} }, 'filters', 'is an unknown field; known fields are kind, items.'],
    [
      { kind: 'entities', items: [{ name: 'a', x: 1 }] },
      'items/0/x',
      'is an unknown field; known fields are name.',
    ],
    [[], 'body', 'must be an object.'],
    [{ kind: 'entities', items: [{ name: 1 }] }, 'items/0/name', 'must be a string.'],
    [{ kind: 'links' }, 'kind', 'must be one of entities, filings.'],
  ])('%j', (body, parameter, message) => {
    expect(faultsOf(body)).toEqual([{ parameter, message }]);
  });
});

function faultsOf(body: unknown): unknown {
  try {
    check(body);
  } catch (error) {
    return (error as ApiError).more.errors;
  }
  return undefined;
}
