import { expect, test } from 'vitest';
import { NamedSchemas } from '../../../src/operations/openapi/named-schemas.js';
import { usedComponents } from '../../../src/operations/openapi/used-components.js';

const text = { type: 'string' };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('an object is called by its title, else by the names that lead to it', () => {
  const names = new NamedSchemas();
  const part = { type: 'object', properties: { size: text } };
  const whole = {
    title: 'Thing',
    type: 'object',
    properties: {
      parts: { type: 'array', items: part },
      kind: { title: 'Kind', ...text, enum: ['a', 'b'] },
      title: text,
      byName: { type: 'object', additionalProperties: { title: 'Value', ...part } },
      maker: { anyOf: [{ title: 'Maker', ...part }, { type: 'null' }] },
    },
  };
  expect(names.refer(whole, 'GetThing')).toEqual(refer('Thing'));
  expect(names.all()).toEqual({
    Thing: {
      type: 'object',
      properties: {
        parts: { type: 'array', items: refer('ThingParts') },
        kind: refer('Kind'),
        title: text,
        byName: { type: 'object', additionalProperties: refer('Value') },
        maker: { anyOf: [refer('Maker'), { type: 'null' }] },
      },
    },
    ThingParts: part,
    Kind: { ...text, enum: ['a', 'b'] },
    Value: part,
    Maker: part,
  });
});

test('a name stands for one schema', () => {
  const names = new NamedSchemas();
  const one = { title: 'One', ...text };
  expect(names.refer(one, '')).toEqual(names.refer({ ...one }, 'other'));
  expect(() => names.refer({ title: 'One', type: 'integer' }, '')).toThrow('Two schemas are called One.');
});

test('what only unused components refer to is unused', () => {
  const schemas = {
    A: { items: refer('B') },
    B: text,
    C: { items: refer('D') },
    D: text,
    Self: { items: refer('Self') },
  };
  const used = usedComponents({ schemas, headers: { X: {} } }, [refer('A'), refer('Self')]);
  expect(used).toEqual({ schemas: { A: schemas.A, B: text, Self: schemas.Self }, headers: {} });
});
