import Type from 'typebox';
import { expect, test } from 'vitest';
import { Nullable, OneOf } from '../../../src/contract/schema.js';
import { publishedSchema } from '../../../src/operations/openapi/published.js';
import { integer } from '../../../src/operations/query/query.js';

const published = (schema: unknown) => JSON.parse(JSON.stringify(publishedSchema(schema)));

test('what may be null is one list of types, and keeps its description and its values', () => {
  expect(published(Nullable(Type.String({ description: 'A.' })))).toEqual({
    type: ['string', 'null'],
    description: 'A.',
  });
  expect(published(Nullable(OneOf(['a', 'b'], 'B.')))).toMatchObject({
    type: ['string', 'null'],
    enum: ['a', 'b', null],
  });
});

test('it holds inside objects and lists', () => {
  const schema = Type.Object({ list: Type.Array(Nullable(Type.Integer())) });
  expect(published(schema).properties.list.items).toEqual({ type: ['integer', 'null'] });
});

test('keywords of our own stay inside', () => {
  expect(published(integer('Limit.', { min: 1, fallback: 10 }).schema)).not.toHaveProperty('published');
});

test('a map by any name has additionalProperties, and no pattern', () => {
  expect(published(Type.Record(Type.String(), Type.Integer(), { description: 'A map.' }))).toEqual({
    type: 'object',
    description: 'A map.',
    additionalProperties: { type: 'integer' },
  });
});

test('what has a name keeps it where it may be null', () => {
  const named = Type.Union([Type.Object({}, { title: 'Named' }), Type.Null()]);
  expect(published(named)).toEqual({
    anyOf: [{ title: 'Named', type: 'object', properties: {} }, { type: 'null' }],
  });
});
