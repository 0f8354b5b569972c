import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/ingest/read/support/context.js';
import { DelimitedText } from '../../../src/ingest/read/tables/delimited.js';
import { budget } from '../../support/effort.js';

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '\t', '|') });

describe('DelimitedText', () => {
  it.each([
    ['lone quotes in a long quoted field', `"${'a"b '.repeat(2_000_000)}",x\n`, 1],
    ['quotes that open and never close', `${'"a,'.repeat(3_000_000)}\nb,c"\nd,e\n`, 2],
  ])('reads %s in linear time', (_what, text, count) => {
    const rows = new DelimitedText('t', ',', 16 * 1024 * 1024);
    let found = 0;
    for (let at = 0; at < text.length; at += 65_536) found += rows.push(text.slice(at, at + 65_536)).length;
    expect(found + rows.end().length).toBe(count);
  });

  it('gives back whatever rows were written, however the text is cut', () => {
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
    const style = fc.record({
      delimiter: fc.constantFrom(',', '\t', ';'),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      allQuoted: fc.boolean(),
      lastLineEnd: fc.boolean(),
    });
    fc.assert(
      fc.property(
        rows,
        style,
        fc.array(fc.nat()),
        (written, { delimiter, lineEnd, allQuoted, lastLineEnd }, cuts) => {
          const lines = written.map((row) =>
            row.map((value) => quote(value, delimiter, allQuoted)).join(delimiter),
          );
          const text = lines.join(lineEnd) + (lastLineEnd && lines.length > 0 ? lineEnd : '');
          expect(read(text, delimiter, cuts)).toEqual(written);
        },
      ),
      { numRuns: budget(500) },
    );
  });

  it('reads any text the same way however it is cut, as a naive parser of the whole text does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\n', '\r\n'), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (any, cuts) => {
        const expected = naive(any);
        if (expected === undefined) expect(() => read(any, ',', cuts)).toThrow(InputError);
        else expect(read(any, ',', cuts)).toEqual(expected);
      }),
      { numRuns: budget(3_000) },
    );
  });

  it('keeps a row of too few or too many fields to itself', () => {
    expect(read('a,b,c\nd\ne,f,g,h\ni,j,k\n', ',')).toEqual([
      ['a', 'b', 'c'],
      ['d'],
      ['e', 'f', 'g', 'h'],
      ['i', 'j', 'k'],
    ]);
  });

  it('takes a stray quote within a line for a character', () => {
    expect(read('1,"THE "BIG" ONE",x\n', ',')).toEqual([['1', 'THE "BIG" ONE', 'x']]);
    expect(read('1,6" PIPE CO,x\n', ',')).toEqual([['1', '6" PIPE CO', 'x']]);
  });

  it('never joins rows over a lost closing quote', () => {
    expect(read('1,"ACME,x\n2,"FOO",y\n3,"BAR",z\n', ',')).toEqual([[], ['3', 'BAR', 'z']]);
  });

  it('reads quotes of a pipe-separated file as characters', () => {
    expect(read('1|"ACME" CO|x\n2|"|y\n', '|')).toEqual([
      ['1', '"ACME" CO', 'x'],
      ['2', '"', 'y'],
    ]);
  });

  it('says that a file ends inside quotes', () => {
    expect(() => read('a,b\n1,"cut', ',')).toThrow('x.csv is truncated within a quoted field.');
  });

  it('refuses a row beyond the limit rather than keep all of it', () => {
    const text = new DelimitedText('x.csv', ',', 100);
    expect(() => text.push(`a,"${'b\n'.repeat(100)}`)).toThrow(
      'x.csv has a line longer than 100 characters.',
    );
  });
});

function read(text: string, delimiter: string, cuts: readonly number[] = []): string[][] {
  const parser = new DelimitedText('x.csv', delimiter, 10_000);
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const rows = places.slice(1).flatMap((end, index) => parser.push(text.slice(places[index], end)));
  return [...rows, ...parser.end()];
}

function quote(value: string, delimiter: string, always: boolean): string {
  const needed = always || value.includes(delimiter) || /["\n\r]/.test(value);
  return needed ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The rules once more, one character at a time over the whole text; undefined where it ends inside quotes. */
function naive(text: string): string[][] | undefined {
  const source = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endsAt = (place: number) => /^(,|\r?\n)/.test(source.slice(place));
  while (at < source.length) {
    let value = '';
    if (source[at] === '"') {
      const start = at;
      at += 1;
      for (;;) {
        if (at >= source.length) return undefined;
        if (source[at] === '"' && source[at + 1] === '"') {
          value += '"';
          at += 2;
        } else if (source[at] === '"' && endsAt(at + 1)) {
          at += 1;
          break;
        } else if (source[at] === '"' && source.slice(start, at).includes('\n')) {
          const line = source.indexOf('\n', at);
          if (line < 0) return undefined;
          rows.push([]);
          row = [];
          at = line + 1;
          value = '\0';
          break;
        } else {
          value += source[at];
          at += 1;
        }
      }
      if (value === '\0') continue;
    } else {
      while (!endsAt(at)) {
        value += source[at];
        at += 1;
      }
    }
    row.push(value);
    if (source[at] === '\r') at += 1;
    if (source[at] === '\n') {
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
    }
    at += 1;
  }
  return rows;
}
