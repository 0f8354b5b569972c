import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import { openCatalog, type SqliteCatalog } from '../../src/store/sqlite/catalog/sqlite-catalog.js';
import type { ContractQuery, LobbyingQuery, StageScope } from '../../src/store/store.js';
import { endOf, newRun } from './catalog/fixtures.js';

let folder: string;
let catalog: SqliteCatalog;
let clock = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-record-search-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
});
afterEach(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

async function load(source: string, drafts: readonly DatasetDraft[], goneScope: StageScope | null = null) {
  clock += 1_000;
  const runId = await catalog.loads.start(newRun(source, clock));
  const stage = await catalog.loads.openDatasetStage(runId, source);
  await stage.put(drafts.map(toDatasetRow));
  const counts = stage.counts();
  const { gone } = await (await stage.seal(goneScope)).apply(() => {});
  await catalog.loads.finish(runId, endOf(counts, gone, goneScope !== null, clock));
}

const CONTRACTS = 'us_usaspending_contracts';
const award = (key: string, recipientName: string, version = '1'): DatasetDraft => ({
  key,
  version,
  date: '2020-01-01',
  document: { awardId: key, recipientName, amount: 5, agency: 'A', naicsCode: '541512' },
  parties: [{ key: 'uei:A', names: [{ text: recipientName, kind: 'current' }] }],
});
const contracts = async (recipient: string, more: Partial<ContractQuery> = {}) => {
  const nothing = { agency: null, minAmount: null, maxAmount: null, naics: null, from: null, to: null };
  const query = { recipient, ...nothing, sort: 'date', limit: 25, offset: 0, ...more } as const;
  const { records, totalCount } = await catalog.records.searchContracts(query);
  return [totalCount, ...records.map(({ key }) => key)];
};

const filing = (key: string, clientName: string): DatasetDraft => ({
  key,
  document: { filingId: key, clientName, registrantName: 'FIRM', activities: [], filingType: 'Q1' },
  parties: [],
});
const lobbying = async (client: string) => {
  const nothing = { registrant: null, issue: null, year: null, type: null };
  const query: LobbyingQuery = { client, ...nothing, limit: 25, offset: 0 };
  const { records, totalCount } = await catalog.records.searchLobbying(query);
  return [totalCount, ...records.map(({ key }) => key)];
};

describe('the search over records', () => {
  test.each([
    ['old first', ['1', '2']],
    ['new first', ['2', '1']],
  ])('finds the greatest version alone, loaded %s, from run to run and in one', async (_, versions) => {
    const names = new Map([
      ['1', 'OLD NAME'],
      ['2', 'NEW NAME'],
    ]);
    const drafts = versions.map((version) => award('a', names.get(version) ?? '', version));
    for (const draft of drafts) await load(CONTRACTS, [draft]);
    await load(
      CONTRACTS,
      drafts.map((draft) => ({ ...draft, key: 'b' })),
    );
    expect(await contracts('old')).toEqual([0]);
    expect(await contracts('new')).toEqual([2, 'a', 'b']);
  });

  test('loses what is gone, and has it back when it comes back', async () => {
    await load(CONTRACTS, [award('a', 'ACME'), award('b', 'ACME')]);
    await load(CONTRACTS, [award('b', 'ACME')], 'source');
    expect(await contracts('acme')).toEqual([1, 'b']);
    await load(CONTRACTS, [award('a', 'ACME')]);
    expect(await contracts('acme')).toEqual([2, 'a', 'b']);
  });

  test('counts all and gives a page', async () => {
    const all = Array.from({ length: 30 }, (_, index) => award(`k${String(index).padStart(2, '0')}`, 'ACME'));
    await load(CONTRACTS, all.reverse());
    expect(await contracts('acme', { limit: 2, offset: 28 })).toEqual([30, 'k28', 'k29']);
    expect(await contracts('acme', { limit: 2, naics: '5416' })).toEqual([0]);
  });

  test('takes any number of words, and words that mean something to the engine', async () => {
    await load(CONTRACTS, [award('a', 'NEAR OR AND')]);
    const words = Array.from({ length: 5_000 }, (_, index) => `w${index}`).join(' ');
    expect(await contracts(words)).toEqual([0]);
    expect(await contracts('and or near')).toEqual([1, 'a']);
    expect(await contracts('a"b*\u{1e900}c')).toEqual([0]);
  });

  test('leaves out what was stored before its columns were kept, until it is loaded again', async () => {
    const { document, ...rest } = award('a', 'ACME');
    await load(CONTRACTS, [{ ...rest, document: { awardId: 'a' } }]);
    expect(await contracts('acme')).toEqual([0]);
    await load(CONTRACTS, [{ ...rest, document }]);
    expect(await contracts('acme')).toEqual([1, 'a']);
  });

  test('follows changed clients of lobbying filings', async () => {
    await load('us_lda_filings', [filing('1', 'OLD CLIENT'), filing('2', 'OLD CLIENT')]);
    await load('us_lda_filings', [filing('1', 'NEW CLIENT')]);
    expect(await lobbying('old')).toEqual([1, '2']);
    expect(await lobbying('client')).toEqual([2, '1', '2']);
  });
});
