import { describe, expect, test } from 'vitest';
import type { LineParser, SecInput } from '../../src/sources/declare/index.js';
import { usSecDailyIndex } from '../../src/sources/us/sec/daily-index.js';
import { usSecFullIndex } from '../../src/sources/us/sec/full-index.js';
import { usSecSubmissions } from '../../src/sources/us/sec/submissions.js';
import { usSecTickers } from '../../src/sources/us/sec/tickers.js';

function parse(input: SecInput, lines: readonly string[]): LineParser {
  if (input.kind !== 'lines') throw new Error('no lines');
  const parser = input.open('any.idx');
  for (const line of lines) parser.line(line);
  return parser;
}

function facts(input: SecInput, name: string, document: unknown): unknown[] {
  if (input.kind !== 'documents') throw new Error('no documents');
  return [...input.facts(name, document, () => {})];
}

const TITLE = 'CIK|Company Name|Form Type|Date Filed|Filename';
const DASHES = '-'.repeat(80);
const ROW = '999001|INVENTED CARS INC|10-Q|2016-08-09|edgar/data/999001/0000999001-16-000001.txt';

describe('an index', () => {
  test('of the other kind is refused with the source to use', () => {
    const daily = ['Description:           Daily Index of EDGAR Dissemination Feed'];
    const quarterly = ['Description:           Master Index of EDGAR Dissemination Feed'];
    expect(() => parse(usSecFullIndex.input, daily)).toThrow(
      'This is a daily index: load it with us_sec_daily_index.',
    );
    expect(() => parse(usSecDailyIndex.input, quarterly)).toThrow(
      'This is a quarterly index: load it with us_sec_full_index.',
    );
  });

  test.each([
    ROW.slice(0, -10),
    ROW.slice(0, 30),
    ROW.replace('2016-08-09', '2016-02-30'),
    ROW.replace('|10-Q|', '||'),
    ROW.replace('999001|', '|'),
    `${ROW}|`,
    ROW.replace('CARS INC', 'CARS | INC'),
  ])('rejects a row that is cut or not whole: %s', (row) => {
    const parser = parse(usSecFullIndex.input, [TITLE, DASHES]);
    expect(parser.line(row)).toBe(`"${row.slice(0, 100)}" is no row of an index`);
    expect(parser.line(ROW)).toMatchObject({ kind: 'filing', cik: 999001 });
  });

  test('without a line of dashes, or with other columns, is refused', () => {
    expect(() => parse(usSecFullIndex.input, Array<string>(60).fill(ROW))).toThrow('no line of dashes');
    for (const { input } of [usSecFullIndex, usSecDailyIndex]) {
      expect(() => parse(input, [TITLE, ROW]).scope()).toThrow('no line of dashes');
    }
    expect(() => parse(usSecFullIndex.input, ['a|b|c', DASHES])).toThrow('titles of the columns are unknown');
  });

  test('that names no day of the last data vouches for nothing', () => {
    expect(parse(usSecFullIndex.input, [TITLE, DASHES, ROW]).scope()).toBeUndefined();
  });

  test('of a day vouches for nothing', () => {
    const lines = ['Last Data Received:    Jan  4, 2013', TITLE, DASHES];
    expect(parse(usSecDailyIndex.input, lines).scope()).toBeUndefined();
    expect(parse(usSecFullIndex.input, lines).scope()).toEqual({ from: '2013-01-01', to: '2013-01-04' });
  });

  test('gives a name of 60 characters in fixed positions as cut, and one of 59 as whole', () => {
    const lines = ['Form Type   Company Name  CIK', DASHES];
    const row = (name: string) =>
      `${'X-17A-5'.padEnd(12)}${name.padEnd(62)}${'999007'.padEnd(12)}${'20130104'.padEnd(12)}` +
      'edgar/data/999007/0000999007-13-000001.txt';
    const parser = parse(usSecDailyIndex.input, lines);
    expect(parser.line(row('N'.repeat(60)))).toMatchObject({ name: 'N'.repeat(60), nameCut: true });
    expect(parser.line(row('N'.repeat(59)))).not.toHaveProperty('nameCut');
  });

  test('is read where a long name or form has pushed the other columns along', () => {
    const tail = '  820694      2021-02-24  edgar/data/820694/9999999997-21-003146.txt';
    const long = `A  NAME ${'N'.repeat(70)}`;
    const form = parse(usSecFullIndex.input, ['Form Type   Company Name  CIK', DASHES]);
    expect(form.line(`SCHEDULE 13D/A  ${long}${tail}`)).toMatchObject({ form: 'SCHEDULE 13D/A', name: long });
    const company = parse(usSecFullIndex.input, ['Company Name   Form Type   CIK', DASHES]);
    expect(company.line(`${long}  SC 13D/A${tail}`)).toMatchObject({ form: 'SC 13D/A', name: long });
  });
});

describe('a document', () => {
  const arrays = {
    accessionNumber: ['0000999001-99-000001'],
    form: ['8-K'],
    filingDate: ['1999-01-01'],
    reportDate: [''],
    primaryDocDescription: [''],
    items: [''],
  };

  test('of filings without a CIK in its name is refused', () => {
    expect(() => facts(usSecSubmissions.input, 'renamed.json', arrays)).toThrow('it holds no CIK');
    expect(facts(usSecSubmissions.input, 'x/CIK0000999001-submissions-001.json', arrays)).toHaveLength(1);
  });

  test('whose arrays are not of one length is refused', () => {
    const uneven = { ...arrays, form: [] };
    expect(() => facts(usSecSubmissions.input, 'CIK0000999001-submissions-001.json', uneven)).toThrow(
      'The array form is not as long as accessionNumber.',
    );
  });

  test('that is no list of tickers is refused', () => {
    const sentence = 'This is neither company_tickers.json nor company_tickers_exchange.json.';
    expect(() => facts(usSecTickers.input, 'a.json', [])).toThrow(sentence);
    expect(() => facts(usSecTickers.input, 'a.json', { 0: { cik: 1, ticker: 'A' } })).toThrow(sentence);
    expect(() => facts(usSecTickers.input, 'a.json', { fields: ['cik'], data: [] })).toThrow(sentence);
  });
});
