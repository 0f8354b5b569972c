import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkId } from '../../../src/domain/ids.js';
import { runProgram } from '../../support/processes/program.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

/** The story of the guide `match-a-list.md` with 500 real names: auditees of the clearinghouse, of which few are loaded. */
const SOURCE = 'us_irs_eo_bmf';
const STATES = ['dc', 'hi', 'ne', 'ri', 'vt'];
const VENDORS = 500;
const COLUMNS = ['Vendor', 'Street', 'City', 'State', 'Zip', 'Spent, $'] as const;

type Row = Readonly<Record<string, string>>;
const rowsOf = (text: string): Row[] => parse(text, { columns: true, bom: true, relax_quotes: true });
const irs = (state: string) => realFile('federal', 'irs_bmf', `eo_${state}.csv.gz`);

describe.skipIf(withoutRealData('a list of 500 vendors'))(
  'a list of 500 vendors',
  { timeout: 600_000 },
  () => {
    let folder: string;
    let vendors: readonly Row[];
    let results: readonly Row[];
    let printed: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'dossier-vendors-'));
      const env = { DOSSIER_DATA: join(folder, 'data') };
      const loaded = await runProgram(['ingest', SOURCE, '--file', ...STATES.map(irs)], env);
      expect(loaded.error).toBeNull();
      vendors = auditees();
      const list = join(folder, 'vendors.csv');
      writeFileSync(list, stringify(vendors.map(asListed), { header: true, columns: [...COLUMNS] }));
      const out = join(folder, 'matched.csv');
      const columns = [
        '--name',
        'Vendor',
        '--street',
        'Street',
        '--city',
        'City',
        '--state',
        'State',
        '--zip',
        'Zip',
      ];
      const matched = await runProgram(['match', list, ...columns, '--out', out], env);
      expect(matched.error).toBeNull();
      printed = matched.stdout.trim();
      results = rowsOf(readFileSync(out, 'utf8'));
    }, 600_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('keeps every row, its order and its cells', () => {
      expect(results).toHaveLength(VENDORS);
      expect(results.map((row) => COLUMNS.map((column) => row[column]))).toEqual(
        vendors.map((row) => Object.values(asListed(row))),
      );
    });

    it('counts the outcomes', () => {
      const count = (outcome: string) => results.filter((row) => row.outcome === outcome).length;
      const sums = ['found', 'possible', 'ambiguous', 'none']
        .map((outcome) => `${count(outcome)} ${outcome}`)
        .join(', ');
      expect(printed).toContain(`${VENDORS} rows: ${sums}.`);
    });

    it('finds most bodies that are loaded, and takes none for another', () => {
      const loadable = vendors.flatMap(({ EIN = '', STATE = '' }, index) =>
        STATES.includes(STATE.toLowerCase()) && loadedEins().has(EIN) ? [index] : [],
      );
      const found = results.flatMap(({ outcome, id }, index) => (outcome === 'found' ? [{ index, id }] : []));
      const right = found.filter(({ index, id }) => id === bulkId(SOURCE, vendors[index]?.EIN ?? ''));
      const wrong = found.filter(
        ({ index, id }) => !right.some((one) => one.index === index && one.id === id),
      );
      process.stderr.write(
        `500 vendors: ${right.length} of ${loadable.length} found, ${wrong.length} under another number\n`,
      );
      expect(loadable.length).toBeGreaterThan(20);
      expect(right.length / loadable.length).toBeGreaterThan(0.7);
      // A body may file under the number of another of its kind.
      expect(wrong.length).toBeLessThanOrEqual(1);
    });
  },
);

/** All whose number is loaded, and then the first others. */
function auditees(): readonly Row[] {
  const all = rowsOf(readFileSync(realFile('federal', 'fac', 'fac_auditee_ids_2016_2022.csv'), 'utf8'));
  const byEin = [...new Map(all.map((row) => [row.EIN ?? '', row])).values()];
  const isLoaded = ({ EIN = '' }: Row) => loadedEins().has(EIN);
  return [...byEin.filter(isLoaded), ...byEin.filter((row) => !isLoaded(row))].slice(0, VENDORS);
}

let eins: ReadonlySet<string> | undefined;
function loadedEins(): ReadonlySet<string> {
  eins ??= new Set(
    STATES.flatMap((state) =>
      rowsOf(gunzipSync(readFileSync(irs(state))).toString('latin1')).map(({ EIN = '' }) => EIN),
    ),
  );
  return eins;
}

function asListed(row: Row): Record<(typeof COLUMNS)[number], string> {
  return {
    Vendor: row.AUDITEENAME ?? '',
    Street: row.STREET1 ?? '',
    City: row.CITY ?? '',
    State: row.STATE ?? '',
    Zip: row.ZIPCODE ?? '',
    'Spent, $': Number(row.TOTFEDEXPEND).toLocaleString('en-US'),
  };
}
