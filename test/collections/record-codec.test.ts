import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listCodec, textCodec } from '../../src/collections/record-codec.js';

describe('records for another thread', () => {
  const text = fc.string({ unit: 'binary' });

  it('of texts and whole numbers arrive as they were sent', () => {
    const codec = textCodec(['place', 'silent'], ['id', 'document', 'hash']);
    const record = fc.record({
      place: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      silent: fc.boolean(),
      id: text,
      document: text,
      hash: text,
    });
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const received = codec.unpack(structuredClone(codec.pack(records)));
        expect(received).toEqual(records.map((one) => ({ ...one, silent: Number(one.silent) })));
      }),
    );
  });

  it('of any values arrive as they were sent, without the members that are undefined', () => {
    interface Sent {
      readonly a: string;
      readonly b: readonly number[];
      readonly c?: { readonly d: string };
    }
    const codec = listCodec<Sent>(['a', 'b', 'c']);
    const sent = fc.record(
      { a: text, b: fc.array(fc.integer()), c: fc.record({ d: text }, { noNullPrototype: true }) },
      { requiredKeys: ['a', 'b'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(sent), (records) => {
        expect(codec.unpack(structuredClone(codec.pack(records)))).toStrictEqual(records);
      }),
    );
  });
});
