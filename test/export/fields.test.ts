import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_ROWS, type ExportFormat } from '../../src/contract/export.js';
import { columnsOf } from '../../src/export/formats/columns.js';
import { JobFolder } from '../../src/export/job-folder.js';
import { readOrder } from '../../src/export/order.js';
import { planExport } from '../../src/export/plan.js';
import { runExport } from '../../src/export/run.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { openExcerpt } from '../../src/indexing/files/open-excerpt.js';
import { relink } from '../../src/linking/relink.js';
import type { Store } from '../../src/store/store.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';

const AS_OF = Date.parse('2036-11-23T12:00:00Z');
const FIELDS = Object.keys(EXPORT_ROWS.entities.properties);
const ADDRESS = '1 INVENTED WAY, TAMPA, FL 33601';

let store: Store;
let index: string;
/** Each row as GET /entity shows it, parsed. */
let rows: readonly Record<string, unknown>[];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-fields-'));
  store = await openStore(folder, { schema: 'create' });
  const linked = { scheme: 'uei' as const, value: 'UEIENDED0001' };
  const blank = { cageCode: null, naicsCode: null, businessTypes: [] };
  await fill(store.catalog, {
    entities: {
      us_co_business_entities: [
        { key: '20001000001', name: 'Aspen "Quoted", \\ LLC', status: 'Active', formedDate: '1999-02-03' },
        { key: '20001000002', name: 'É “😀” Café\tInc', registeredAgent: { name: 'A', address: null } },
      ],
      us_sam_entities: [
        {
          ...{ key: linked.value, name: 'PRETEND ENDED INC', status: 'Active', activity: 'active' },
          ...{ expirationDate: '2036-11-20', principalAddress: ADDRESS },
          ...{ identifiers: [linked], linkKeys: [linked] },
        },
        { key: 'UEIALONE0006', name: 'SOLITARY INC', status: 'Active', expirationDate: '2036-11-23' },
        { key: 'UEIALONE0007', name: 'SOLITARY TOO INC', status: 'Active', expirationDate: '2036-11-22' },
      ],
    },
    datasets: {
      us_sam_registrations: [
        {
          key: linked.value,
          document: {
            ...{ ...blank, uei: linked.value, extractCode: 'A', expirationDate: '2036-11-20' },
            officers: [{ name: 'ILSE THORNBURY', title: 'MANAGER' }],
          },
          parties: [{ key: `uei:${linked.value}`, names: [], identifiers: [linked] }],
        },
      ],
    },
  });
  await relink(store.catalog, store.links, Date.now);
  index = join(folder, 'index');
  await buildIndexes(store.catalog, index, Date.now);
  const [part = ''] = await partsOf('ndjson');
  rows = linesOf(part).map((line) => JSON.parse(line) as Record<string, unknown>);
});
afterAll(() => store.close());

async function partsOf(format: ExportFormat, fields?: readonly string[]): Promise<string[]> {
  const folder = new JobFolder(join(mkdtempSync(join(tmpdir(), 'dossier-fields-')), 'job'));
  const order = readOrder({ kind: 'entities', format, ...(fields && { fields }) });
  const planning = { order, asOf: AS_OF, partBytes: 2 ** 20, data: null };
  await planExport(folder, planning, store, (kind, query) =>
    openExcerpt(index, kind, query, (problem) => expect(problem).toBe('')),
  );
  const { parts } = await runExport(folder, store);
  return parts.map(({ name }) => folder.fileOf(name));
}

function linesOf(part: string): string[] {
  return gunzipSync(readFileSync(part)).toString('utf8').trimEnd().split('\n');
}

test('the rows are those of all records, as of the day: ended, and with what is linked', () => {
  const shown = rows.map(({ name, status, officers }) => [name, status, (officers as unknown[]).length]);
  expect(shown.sort()).toEqual([
    ['Aspen "Quoted", \\ LLC', 'Active', 0],
    ['PRETEND ENDED INC', 'Expired', 1],
    ['SOLITARY INC', 'Active', 0],
    ['SOLITARY TOO INC', 'Expired', 0],
    ['É “😀” Café\tInc', undefined, 0],
  ]);
});

test.each([...FIELDS.map((field) => [field]), ['lastUpdated', 'id'], ['officers', 'name', 'source']])(
  'with the fields %s alone they have the same values',
  async (...fields) => {
    const [part = ''] = await partsOf('ndjson', fields);
    const chosen = rows.map((row) =>
      JSON.stringify(
        Object.fromEntries(fields.flatMap((field) => (field in row ? [[field, row[field]]] : []))),
      ),
    );
    expect(linesOf(part)).toEqual(chosen);
  },
);

test('each column of Parquet is the same, asked alone and with all others', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const read = async (fields?: readonly string[]) => {
    const [part = ''] = await partsOf('parquet', fields);
    return (await connection.runAndReadAll(`SELECT * FROM read_parquet('${part}')`)).getColumnsObjectJson();
  };
  const all = await read();
  expect(Object.keys(all)).toEqual(columnsOf(EXPORT_ROWS.entities, FIELDS).map(({ name }) => name));
  for (const field of FIELDS) {
    for (const [column, values] of Object.entries(await read([field]))) {
      expect(values, column).toEqual(all[column]);
    }
  }
});
