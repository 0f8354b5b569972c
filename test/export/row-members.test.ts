import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RowMembers } from '../../src/export/formats/row-members.js';
import { budget } from '../support/effort.js';

const NAMES = ['a', 'ab', 'b', 'na"me', 'b\\', 'é', 'missing', ''];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\\', '"', '\\"', '{"a":1}', '],}', 'a,"b":2'),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom(...NAMES)), tie('any'), { maxKeys: 3 }),
  ),
})).any;
const row = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), text), value, { maxKeys: 8 });

describe('members of a row', () => {
  test('are those of the parsed row, whatever stands beside and within them', () => {
    fc.assert(
      fc.property(fc.array(row), fc.subarray(NAMES), fc.boolean(), (rows, names, isSpaced) => {
        const members = new RowMembers(names);
        for (const made of rows) {
          const written = JSON.stringify(made, null, isSpaced ? 1 : 0);
          members.read(written);
          const parsed = JSON.parse(written) as Record<string, unknown>;
          for (const [at, name] of names.entries()) {
            const expected = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
            // What is not written in full has its escapes in its name.
            if (JSON.stringify(name) !== `"${name}"`) continue;
            expect(members.jsonOf(at)).toBe(expected === undefined ? undefined : JSON.stringify(expected));
          }
        }
      }),
      { numRuns: budget(1_000) },
    );
  });

  test('of a text that is no object are refused', () => {
    const members = new RowMembers(['a']);
    for (const wrong of ['', '{', '{"a"', '{"b":1', '[1]', '{"b":1,', '"a"', 'null']) {
      expect(() => members.read(wrong), wrong).toThrow(SyntaxError);
    }
  });
});
