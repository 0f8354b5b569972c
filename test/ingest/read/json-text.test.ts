import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/ingest/read/support/context.js';
import { JsonText } from '../../../src/ingest/read/tables/json-text.js';

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });

describe('JsonText', () => {
  it.each(['array', 'indented array', 'lines'])(
    'gives back every object of an %s, however it is cut',
    (style) => {
      fc.assert(
        fc.property(objects, fc.array(fc.nat()), (written, cuts) => {
          const plain: unknown = JSON.parse(JSON.stringify(written));
          expect(read(write(written, style), cuts)).toEqual(plain);
        }),
      );
    },
  );

  it.each(['array', 'lines'])(
    'says that %s of JSON are cut, wherever they are cut inside an object',
    (style) => {
      const text = write([{ a: 'x{"' }, { b: [1, { c: ']' }] }], style).trimEnd();
      for (let length = 1; length < text.length; length += 1) {
        const part = text.slice(0, length);
        if (style === 'lines' && /\}\n?$/.test(part) && isWhole(part)) continue;
        expect(() => read(part)).toThrow(/^x\.json is truncated/);
      }
    },
  );

  it('refuses what is no list of objects', () => {
    expect(() => read('[1,2]')).toThrow('x.json is not a list of JSON objects: "1" after object 0.');
    expect(() => read('[{}] {}')).toThrow(InputError);
    expect(() => read('[{"a" 1}]')).toThrow('x.json is damaged: object 1 is not valid JSON.');
  });

  it('refuses an object beyond the limit', () => {
    expect(() => new JsonText('x.json', 100).push(`{"a":"${'x'.repeat(200)}`)).toThrow('longer than 100');
  });
});

function write(values: readonly unknown[], style: string): string {
  if (style === 'lines') return values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return JSON.stringify(values, null, style === 'array' ? 0 : 2);
}

function read(text: string, cuts: readonly number[] = []): unknown[] {
  const parser = new JsonText('x.json', 10_000);
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const found = places.slice(1).flatMap((end, index) => parser.push(text.slice(places[index], end)));
  parser.end();
  return found;
}

function isWhole(text: string): boolean {
  return text
    .trimEnd()
    .split('\n')
    .every((line) => {
      try {
        JSON.parse(line);
        return true;
      } catch {
        return false;
      }
    });
}
