import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityRow } from '../../../src/domain/entity.js';
import type { SecFact, SecSourceId } from '../../../src/domain/sec/sec.js';
import { openCatalog, type SqliteCatalog } from '../../../src/store/sqlite/catalog/sqlite-catalog.js';
import type { Stage, StageScope } from '../../../src/store/store.js';
import { endOf, entityRow, filing, newRun } from './fixtures.js';

const SOURCE = 'us_xx_register';

let folder: string;
let catalog: SqliteCatalog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-touched-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
});
afterEach(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

async function sealed<Row>(
  source: string,
  rows: readonly Row[],
  stageOf: (runId: number) => Promise<Stage<Row>>,
  gone: StageScope | null,
) {
  const runId = await catalog.loads.start(newRun(source, 1_000));
  const stage = await stageOf(runId);
  await stage.put(rows);
  const counts = stage.counts();
  const ready = await stage.seal(gone);
  return async () => {
    const applied = await ready.apply(() => {});
    await catalog.loads.finish(runId, endOf(counts, applied.gone, gone !== null, 1_000));
  };
}
const sealEntities = (rows: readonly EntityRow[], gone: StageScope | null = null) =>
  sealed(SOURCE, rows, (run) => catalog.loads.openEntityStage(run, SOURCE), gone);
const sealSec = (source: SecSourceId, facts: readonly SecFact[], gone: StageScope | null = null) =>
  sealed(source, facts, (run) => catalog.loads.openSecStage(run, source), gone);
const load = async (...of: Parameters<typeof sealEntities>) => (await sealEntities(...of))();
const loadSec = async (...of: Parameters<typeof sealSec>) => (await sealSec(...of))();

async function touchedSince(version: number): Promise<string[]> {
  const { entities = [] } = (await catalog.content.changesSince(version)) ?? {};
  return (await catalog.entities.getByNumber(entities)).map(({ id }) => id);
}

describe('changes since a content version', () => {
  it('are the records that came, changed or went, each once, and no others', async () => {
    await load([entityRow('1'), entityRow('2'), entityRow('3')]);
    const version = await catalog.content.version();
    expect(await touchedSince(version)).toEqual([]);
    await load([entityRow('1'), entityRow('2', 'Renamed'), entityRow('4')], 'source');
    await load([entityRow('2', 'Renamed again')]);
    expect(await touchedSince(version)).toEqual(['XX:2', 'XX:3', 'XX:4']);
    expect(await touchedSince(version + 1)).toEqual(['XX:2']);
    expect(await catalog.content.changesSince(version)).toMatchObject({
      version: version + 2,
      accessions: [],
    });
  });

  it('are the accessions of filings, and how many known filers are found otherwise', async () => {
    const [first, second] = ['0000000001-16-000001', '0000000001-16-000002'];
    await loadSec('us_sec_full_index', [filing({ accession: first, name: 'ONE' })]);
    const version = await catalog.content.version();
    await loadSec('us_sec_submissions', [
      { kind: 'filer', cik: 1_318_605, name: 'ONE INC' },
      { kind: 'filer', cik: 7, name: 'NEW INC' },
      filing({ accession: second, cik: 7 }),
    ]);
    expect(await catalog.content.changesSince(version)).toMatchObject({
      accessions: [second],
      entities: [],
      filers: 1,
    });
    expect(await catalog.content.changesSince(0)).toMatchObject({ accessions: [first, second], filers: 1 });
  });

  it.each([
    ['another name', { name: 'ONE HOLDINGS INC' }, 1],
    ['a ticker', { tickers: ['TWO', 'ONE'] }, 1],
    ['an industry code', { sic: '3711' }, 1],
    ['a former name', { formerNames: [{ name: 'NULL INC', from: null, to: null }] }, 1],
    ['another address', { city: 'AUSTIN', place: 'TX', ein: '123456789' }, 0],
    ['other days of a former name', { formerNames: [{ name: 'ZERO INC', from: '2001-02-03', to: null }] }, 0],
    ['nothing new', {}, 0],
  ])('a filer that is given %s counts where it is searched by that', async (_, more, filers) => {
    const one = {
      kind: 'filer',
      cik: 7,
      name: 'ONE INC',
      tickers: ['ONE'],
      sic: '7370',
      formerNames: [{ name: 'ZERO INC', from: null, to: null }],
    } as const;
    await loadSec('us_sec_submissions', [one]);
    const version = await catalog.content.version();
    await loadSec('us_sec_submissions', [{ ...one, ...more }, filing({ cik: 7 })]);
    expect(await catalog.content.changesSince(version)).toMatchObject({ filers });
  });

  it('count no filer for what a source says that is believed less, and one for its last word of it', async () => {
    await loadSec('us_sec_submissions', [{ kind: 'filer', cik: 7, name: 'ONE INC', tickers: ['ONE'] }]);
    const version = await catalog.content.version();
    const said = { kind: 'filer', cik: 7, name: 'One Inc', tickers: ['ONE'] } as const;
    await loadSec('us_sec_tickers', [said]);
    expect(await catalog.content.changesSince(version)).toMatchObject({ filers: 0 });
    await loadSec('us_sec_tickers', [{ ...said, tickers: [] }], 'source');
    expect(await catalog.content.changesSince(version)).toMatchObject({ filers: 1 });
  });

  it('of a run that was begun before the version and ended after it are among them', async () => {
    const slow = await sealSec('us_sec_full_index', [filing({ name: 'ONE' })]);
    await load([entityRow('1')]);
    const version = await catalog.content.version();
    await slow();
    expect(await catalog.content.changesSince(version)).toMatchObject({
      accessions: ['0000000001-16-000001'],
    });
  });

  it('are not known once they were forgotten, and nothing is, of a version yet to come', async () => {
    await load([entityRow('1')]);
    await load([entityRow('2')]);
    await catalog.content.forgetChanges(1);
    expect(await catalog.content.changesSince(0)).toBeUndefined();
    expect(await touchedSince(1)).toEqual(['XX:2']);
    expect(await catalog.content.changesSince(9)).toBeUndefined();
  });
});
