import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowableTexts } from '../../src/collections/growable-texts.js';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constant(''),
  fc.constant('x'.repeat(9_000)),
);

it('a list of texts holds what an array holds, pushed as text or as bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 60 }), text, (pushed, other) => {
      const list = new GrowableTexts();
      for (const [value, asBytes] of pushed) {
        const bytes = Buffer.from(`-${value}-`);
        if (asBytes) list.pushBytes(bytes, 1, bytes.length - 1);
        else list.push(value);
      }
      const model = pushed.map(([value]) => value);
      const request = Buffer.from(`${other}.`);
      expect(list.count).toBe(model.length);
      expect(model.map((_, number) => list.text(number))).toEqual(model);
      expect(Buffer.from(list.bytes).toString()).toBe(model.join(''));
      expect(list.starts[list.count]).toBe(list.bytes.length);
      expect(model.map((_, number) => list.isEqual(number, request, 0, request.length - 1))).toEqual(
        model.map((value) => value === other),
      );
      for (const [number, value] of model.entries()) {
        const bytes = Buffer.from(value);
        expect(list.isEqual(number, bytes, 0, bytes.length)).toBe(true);
      }
    }),
  );
});
