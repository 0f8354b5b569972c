import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import type { ExportFormat } from '../../src/contract/export.js';
import { columnsOf } from '../../src/export/formats/columns.js';
import { newPart } from '../../src/export/formats/format.js';
import { PartFile } from '../../src/export/formats/part-file.js';
import { budget } from '../support/effort.js';

/** A row with each type of column. */
const ROW = Type.Object({
  id: Type.String(),
  agent: Type.Optional(
    Type.Object({ name: Type.String(), address: Type.Union([Type.String(), Type.Null()]) }),
  ),
  list: Type.Array(Type.Unknown()),
  day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  count: Type.Integer(),
  share: Type.Union([Type.Number(), Type.Null()]),
  shown: Type.Boolean(),
});
const FIELDS = Object.keys(ROW.properties);

interface Row {
  readonly id: string;
  readonly agent?: { readonly name: string; readonly address: string | null };
  readonly list: readonly unknown[];
  readonly day?: string;
  readonly at?: string;
  readonly count: number;
  readonly share: number | null;
  readonly shown: boolean;
}

const hard = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    'a,b',
    '"',
    'a"b',
    'line\nbreak',
    'cr\r',
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tt',
    '\r=',
    '\n=',
    '＝1',
    '＠x',
    'é',
    '😀',
    ' x ',
  ),
);
const instant = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
const row: fc.Arbitrary<Row> = fc
  .record(
    {
      id: hard,
      agent: fc.record({ name: hard, address: fc.option(hard) }),
      list: fc.array(fc.record({ name: hard, title: fc.option(hard) }), { maxLength: 3 }),
      day: instant.map((date) => date.toISOString().slice(0, 10)),
      at: instant.map((date) => date.toISOString()),
      count: fc.integer({ min: 0 }),
      share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      shown: fc.boolean(),
    },
    { requiredKeys: ['id', 'list', 'count', 'share', 'shown'] },
  )
  .map((made) => JSON.parse(JSON.stringify(made)) as Row);
const pages = fc.array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });

function written(
  format: ExportFormat,
  of: readonly (readonly Row[])[],
  more: { fields?: string[]; csvSafe?: boolean } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-formats-'));
  const { fields = null, csvSafe = false } = more;
  const file = new PartFile(folder, 'part');
  const part = newPart(file, { format, fields, columns: columnsOf(ROW, fields ?? FIELDS), csvSafe });
  for (const rows of of) part.write(rows.map((one) => JSON.stringify(one)));
  part.finish();
  file.finish();
  return join(folder, 'part');
}

const textOf = (path: string) => gunzipSync(readFileSync(path)).toString('utf8');

/** RFC 4180, read character by character. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at);
    if (isQuoted) {
      if (one !== '"') cell += one;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else isQuoted = false;
    } else if (one === '"') isQuoted = true;
    else if (one === ',') {
      row.push(cell);
      cell = '';
    } else if (one === '\r' && text.charAt(at + 1) === '\n') {
      at += 1;
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else cell += one;
  }
  expect([row, cell, isQuoted]).toEqual([[], '', false]);
  return rows;
}

function cellsOf({ id, agent, list, day = '', at = '', count, share, shown }: Row): string[] {
  const named = agent === undefined ? ['', ''] : [agent.name, agent.address ?? ''];
  return [
    id,
    ...named,
    JSON.stringify(list),
    day,
    at,
    String(count),
    share === null ? '' : String(share),
    String(shown),
  ];
}

const HEAD = ['id', 'agent.name', 'agent.address', 'list', 'day', 'at', 'count', 'share', 'shown'];

describe('NDJSON', () => {
  test('is each row as it stands, in members that are one file', () => {
    fc.assert(
      fc.property(pages, (of) => {
        const lines = textOf(written('ndjson', of)).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line) as Row)).toEqual(of.flat());
      }),
      { numRuns: budget(200) },
    );
  });

  test('with fields has these, in this order, of rows that have them', () => {
    const of = [{ id: 'a', list: [], count: 1, share: null, shown: true }];
    expect(textOf(written('ndjson', [of], { fields: ['shown', 'day', 'id'] }))).toBe(
      '{"shown":true,"id":"a"}\n',
    );
  });
});

/** As a spreadsheet takes it, in full-width letters too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

describe('CSV', () => {
  test('reads back cell by cell, whatever stands in them', () => {
    fc.assert(
      fc.property(pages, (of) => {
        expect(parseCsv(textOf(written('csv', of)))).toEqual([HEAD, ...of.flat().map(cellsOf)]);
      }),
      { numRuns: budget(300) },
    );
  });

  /** A signed number is none. */
  const isFormula = (text: string) => FORMULA.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);

  test('safe, begins no cell as a formula', () => {
    fc.assert(
      fc.property(pages, (of) => {
        const cells = parseCsv(textOf(written('csv', of, { csvSafe: true })));
        const expected = of
          .flat()
          .map((one) => cellsOf(one).map((text) => (isFormula(text) ? `'${text}` : text)));
        expect(cells).toEqual([HEAD, ...expected]);
        expect(cells.flat().filter(isFormula)).toEqual([]);
      }),
      { numRuns: budget(200) },
    );
  });
});

describe('Parquet', () => {
  test('is read by DuckDB as it was written', async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await fc.assert(
      fc.asyncProperty(pages, async (of) => {
        const path = written('parquet', of);
        const read = await connection.runAndReadAll(
          `SELECT id, "agent.name", "agent.address", CAST(list AS VARCHAR), CAST(day AS VARCHAR),
             epoch_ms("at"), count, share, shown FROM read_parquet('${path}')`,
        );
        const expected = of
          .flat()
          .map((one) => [
            one.id,
            one.agent?.name ?? null,
            one.agent?.address ?? null,
            JSON.stringify(one.list),
            one.day ?? null,
            one.at === undefined ? null : BigInt(Date.parse(one.at)),
            BigInt(one.count),
            one.share,
            one.shown,
          ]);
        expect(read.getRows()).toEqual(expected);
      }),
      { numRuns: budget(60) },
    );
    connection.closeSync();
    instance.closeSync();
  });

  test('sums are equal over many row groups, and the types are those of the columns', async () => {
    const rows = Array.from(
      { length: 120_000 },
      (_, at): Row => ({
        id: `row ${at}`,
        list: [at],
        count: at,
        share: at / 4,
        shown: at % 3 === 0,
        ...(at % 2 === 0 && { day: `20${String(at % 90).padStart(2, '0')}-01-31` }),
      }),
    );
    const of = Array.from({ length: 24 }, (_, page) => rows.slice(page * 5_000, (page + 1) * 5_000));
    const path = written('parquet', of);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
    const days = rows.flatMap(({ day }) => (day === undefined ? [] : Date.parse(day) / 86_400_000));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(
      await ask(
        `SELECT count(*), sum(count)::BIGINT, sum(share), count_if(shown)::BIGINT, sum(datediff('day', DATE '1970-01-01', day))::BIGINT
         FROM read_parquet('${path}')`,
      ),
    ).toEqual([
      [
        120_000n,
        BigInt(sum(rows.map(({ count }) => count))),
        sum(rows.map(({ share }) => share ?? 0)),
        40_000n,
        BigInt(sum(days)),
      ],
    ]);
    expect(
      await ask(
        `SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${path}') ORDER BY 1`,
      ),
    ).toEqual([
      [0n, 25_000n],
      [1n, 25_000n],
      [2n, 25_000n],
      [3n, 25_000n],
      [4n, 20_000n],
    ]);
    const types = (await ask(`DESCRIBE SELECT * FROM read_parquet('${path}')`)).map(([name, type]) => [
      name,
      type,
    ]);
    expect(types).toEqual([
      ['id', 'VARCHAR'],
      ['agent.name', 'VARCHAR'],
      ['agent.address', 'VARCHAR'],
      ['list', 'JSON'],
      ['day', 'DATE'],
      ['at', 'TIMESTAMP'],
      ['count', 'BIGINT'],
      ['share', 'DOUBLE'],
      ['shown', 'BOOLEAN'],
    ]);
    connection.closeSync();
    instance.closeSync();
  });
});
