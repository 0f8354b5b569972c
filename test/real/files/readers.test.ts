import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { openInputs } from '../../../src/ingest/read/archive/input.js';
import { readGroups, readSecFacts } from '../../../src/ingest/read/index.js';
import { InputError, type ReadContext } from '../../../src/ingest/read/support/context.js';
import type { EntitySource, LineParser, SecSource, TableFormat } from '../../../src/sources/declare/index.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('the readers over real files');

describe.skipIf(skip)('the readers over real files', () => {
  const root = realFile();

  it.each(tablesBelow(join(root, 'state')))('reads every row of %s', async (path) => {
    const isTabs = path.includes('.tsv');
    const format: TableFormat = { kind: 'delimited', delimiter: isTabs ? '\t' : ',' };
    const warnings: string[] = [];
    const rows = await countRows(format, join(root, 'state', path), warnings);
    expect(rows).toBeGreaterThan(0);
    expect(warnings.filter((code) => code === 'row_shape')).toEqual([]);
  });

  it.each([
    ['city/chicago_Business_Licenses_r5kz-chrr_2016_austin_subset.csv.gz', 561],
    ['city/nyc_dcwp_Legally_Operating_Businesses_w7w3-xahh_2019_redhook.csv.gz', 705],
    ['city/little_rock_ar_Business_Licenses_2022.csv.gz', 14_573],
    ['city/tucson_business_licenses_2011_2015_tucson_area.tsv.gz', 7_975],
    ['fl/fl_sunbiz_daily_pasco_2026.ndjson.gz', 3_293],
  ])('finds as many rows in %s as its provenance says', async (path, expected) => {
    const isTabs = path.includes('.tsv');
    const format: TableFormat = isTabs ? { kind: 'delimited', delimiter: '\t' } : { kind: 'portal' };
    const key = path.includes('ndjson') ? ['doc_number'] : [];
    expect(await countRows(format, join(root, 'state', path), [], key)).toBe(expected);
  });

  it.each([
    ['full-index/2016-QTR3-master.idx.gz', 201_330],
    ['full-index/1993-QTR4-master.idx', 20],
    ['daily-index/master.20130104.idx.gz', undefined],
  ])('reads every line of %s', async (path, expected) => {
    const facts = await readIndex(join(root, 'sec', path));
    if (expected) expect(facts.length).toBe(expected);
    else expect(facts.length).toBeGreaterThan(1_000);
    expect(new Set(facts.map((fact) => fact.kind))).toEqual(new Set(['filing']));
  });

  it('reads all members of a real zip to their declared sizes and checksums', async () => {
    const sizes = new Map<string, number>();
    for await (const file of openInputs([join(root, 'sec/fsds/2009q3.zip')], newContext([]))) {
      let size = 0;
      for await (const chunk of file.chunks()) size += chunk.length;
      sizes.set(file.name, size);
    }
    expect(sizes).toEqual(
      new Map([
        ['sub.txt', 123_629],
        ['pre.txt', 5_727_736],
        ['num.txt', 13_949_172],
        ['tag.txt', 2_535_895],
        ['readme.htm', 154_786],
      ]),
    );
  });

  it('finds the one table of a real zip and leaves the others out', async () => {
    const warnings: string[] = [];
    const path = join(root, 'sec/fsds/2009q3.zip');
    const format: TableFormat = { kind: 'delimited', delimiter: '\t' };
    const rows = await countRows(format, path, warnings, ['adsh', 'cik', 'name', 'sic', 'countryba']);
    expect(rows).toBeGreaterThan(300);
    expect(warnings.filter((code) => code === 'member_skipped').length).toBe(4);
  });

  it('reads real SEC documents', async () => {
    const folder = join(root, 'sec/submissions');
    const paths = readdirSync(folder).map((name) => join(folder, name));
    const input: SecSource['input'] = {
      kind: 'documents',
      facts: (name) => [{ kind: 'filer', cik: 1, name }],
    };
    const facts: SecFact[] = [];
    for await (const batch of readSecFacts(secSource(input), paths, newContext([])).batches)
      facts.push(...batch);
    expect(facts.length).toBe(paths.length);
  });

  it('fails on a real file cut in half', async () => {
    const whole = readFileSync(join(root, 'sec/full-index/2016-QTR3-master.idx.gz'));
    const path = join(mkdtempSync(join(tmpdir(), 'dossier-real-')), 'half.gz');
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const read = readIndex(path);
    await expect(read).rejects.toThrow(InputError);
    await expect(read).rejects.toThrow(
      /^half\.gz is truncated: its [\d,]+ bytes are not a complete gzip file\.$/,
    );
  });
});

function tablesBelow(folder: string): string[] {
  if (skip) return ['(no real data)'];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(csv|tsv)(\.gz)?$/.test(path))
    .sort();
}

async function countRows(
  format: TableFormat,
  path: string,
  warnings: string[],
  columns: readonly string[] = [],
): Promise<number> {
  let rows = 0;
  for await (const batch of readGroups(entitySource(format, columns), [path], newContext(warnings)))
    rows += batch.length;
  return rows;
}

async function readIndex(path: string): Promise<SecFact[]> {
  const facts: SecFact[] = [];
  const source = secSource({ kind: 'lines', open: indexParser });
  for await (const batch of readSecFacts(source, [path], newContext([])).batches) facts.push(...batch);
  return facts;
}

/** The least that reads a master index: everything below the dashes has five fields. */
function indexParser(): LineParser {
  let isBelow = false;
  return {
    line: (text) => {
      if (!isBelow && !/^\d/.test(text)) {
        isBelow = text.startsWith('-----');
        return undefined;
      }
      const [cik, name, form, filed, file, ...more] = text.split('|');
      if (!name || !form || !filed || !file || more.length > 0) throw new Error('This is no index line.');
      return { kind: 'filing', cik: Number(cik), name, form, filed, accession: file };
    },
    scope: () => undefined,
  };
}

function newContext(warnings: string[]): ReadContext {
  return {
    spillFolder: mkdtempSync(join(tmpdir(), 'dossier-real-')),
    onBytes: () => undefined,
    onRows: () => undefined,
    warn: (code) => warnings.push(code),
    limits: { maxLineBytes: 1_000_000, maxDocumentBytes: 50_000_000, maxExpansion: 200 },
  };
}

const DECLARED = {
  title: 'Test',
  agency: { name: 'Test', level: null, url: 'https://example.org' },
  licence: 'public domain',
  every: 'day',
  fetch: { kind: 'manual', how: 'none' },
  layout: 'verified',
  expect: { min: 0 },
} as const;

function entitySource(format: TableFormat, columns: readonly string[]): EntitySource {
  const tables = { main: { format, columns, keys: {} } };
  return {
    ...DECLARED,
    kind: 'entities',
    id: 'us_xx_test',
    recordClass: 'registry_entity',
    idScheme: 'portal',
    state: 'XX',
    publishes: {},
    tables,
    main: 'main',
    record: () => undefined,
  };
}

function secSource(input: SecSource['input']): SecSource {
  return { ...DECLARED, kind: 'sec', id: 'us_sec_test', delivery: 'snapshot', input };
}
