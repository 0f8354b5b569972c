import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { toDatasetRow } from '../../../../src/ingest/map/dataset-mapper.js';
import { openCatalog, type SqliteCatalog } from '../../../../src/store/sqlite/catalog/sqlite-catalog.js';
import { type Read, watchReads } from '../../../support/reads.js';
import { endOf, gather, newRun } from '../fixtures.js';

const SOURCE = 'us_xx_awards';
const PARTY = 'uei:A';
const PART = '2020';
/** More than two pages of any reader: read at once, the records of the largest party would fill the memory. */
const RECORDS = 20_500;
const PAGE = 10_000;

let folder: string;
let catalog: SqliteCatalog;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-pages-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
  const { stage, end } = await begin(1);
  await stage.put(Array.from({ length: RECORDS }, (_, at) => row(String(at))));
  await end(null);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

const row = (key: string) =>
  toDatasetRow({
    ...{ key, scope: PART, date: '2020-01-01', document: { key } },
    parties: [{ key: PARTY, names: [{ text: 'LANTERN WORKS', kind: 'current' }] }],
  });

async function begin(at: number) {
  const runId = await catalog.loads.start(newRun(SOURCE, at));
  const stage = await catalog.loads.openDatasetStage(runId, SOURCE);
  const end = async (scope: { parts: readonly string[] } | null) => {
    const counts = stage.counts();
    const { gone } = await (await stage.seal(scope)).apply(() => undefined);
    await catalog.loads.finish(runId, endOf(counts, gone, scope !== null, at));
    return gone;
  };
  return { stage, end };
}

/** Those that held more than a page; that there are readings shows that they are watched. */
function tooLarge(reads: readonly Read[]): readonly Read[] {
  expect(reads.length).toBeGreaterThan(0);
  return reads.filter(({ rows }) => rows > PAGE);
}

test('one party with very many records is read in pages, or row by row', async () => {
  const reads = watchReads();
  const [stored] = await catalog.datasets.getParties(SOURCE, [PARTY]);
  expect(stored?.party.names).toHaveLength(1);
  expect(await gather(catalog.datasets.scanParties(SOURCE))).toHaveLength(1);
  const { records, totalCount } = await catalog.datasets.getPartyRecords(SOURCE, [PARTY, 'uei:B'], 25);
  expect([records.length, totalCount]).toEqual([25, RECORDS]);
  expect(await catalog.datasets.countPartyYears(SOURCE, [PARTY])).toEqual([{ year: PART, count: RECORDS }]);
  expect(tooLarge(reads)).toEqual([]);
});

test('one part with very many records that a load lacks is counted, staged and applied in pages', async () => {
  const { stage, end } = await begin(2);
  await stage.put([row('7')]);
  const reads = watchReads();
  expect(await stage.countMissing({ parts: [PART] })).toBe(RECORDS - 1);
  expect(await end({ parts: [PART] })).toBe(RECORDS - 1);
  expect(tooLarge(reads)).toEqual([]);
});
