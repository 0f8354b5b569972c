import Type from 'typebox';
import { expect, test } from 'vitest';
import { Nullable } from '../../src/contract/schema.js';
import { serializer } from '../../src/gateway/answer-text.js';

const Item = Type.Object({
  name: Nullable(Type.String()),
  count: Nullable(Type.Number()),
  parts: Type.Array(Nullable(Type.Object({ day: Nullable(Type.String()) }))),
  more: Type.Optional(Nullable(Type.Object({ text: Type.String() }))),
});
const write = serializer(Item);

test('what may be null is written as null, and as itself where it is not', () => {
  const items = [
    { name: null, count: null, parts: [], more: null },
    { name: 'A "B"', count: 1.5, parts: [null, { day: null }, { day: '2026-01-01' }], more: { text: 'x' } },
    { name: '', count: 0, parts: [{ day: '' }] },
  ];
  for (const item of items) expect(JSON.parse(write(item))).toEqual(item);
});

test('what the schema does not declare is left out, at any depth', () => {
  const written = write({
    name: 'a',
    count: 1,
    parts: [{ day: null, secret: 1 }],
    more: { text: 'x', secret: 2 },
  });
  expect(written).not.toContain('secret');
});

test('a member that must be there and is not is an error, not a gap', () => {
  expect(() => write({ count: 1, parts: [] })).toThrow(/name/);
});
