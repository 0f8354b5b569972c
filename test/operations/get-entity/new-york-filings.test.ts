import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityData } from '../../../src/domain/entity.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { relink } from '../../../src/linking/relink.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { SOURCES } from '../../../src/sources/index.js';
import type { Store } from '../../../src/store/store.js';
import { startService, type TestService } from '../../support/service.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'dossier-ny-'));
const filing = (dos_id: string, filing_date: string, filing_type: string, law = '') => ({
  ...{ dos_id, filing_date, filing_type, law, corp_name: 'FICTIVE CORP.' },
  ...{ entity_type: 'DOMESTIC BUSINESS CORPORATION', fictitious_name: null, pre_corp_name: null },
});

let service: TestService;
let store: Store;
let folder: string;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_ny_active_corporations: [
        { key: '7000001', name: 'FICTIVE CORP.' },
        { key: '7000002', name: 'QUIET CORP.' },
      ],
    },
    load: async (opened, { path }) => {
      store = opened;
      folder = path;
      await load('first', filing('7000001', '2026-10-01', 'CERTIFICATE OF INCORPORATION', '402 BCL'));
      // A later window: the first filing has left it.
      await load(
        'second',
        filing('7000001', '2026-11-05', 'BIENNIAL STATEMENT'),
        filing('9', '2026-11-05', 'X'),
      );
    },
  });
});
afterAll(() => service.close());

async function load(name: string, ...rows: readonly object[]): Promise<void> {
  const path = join(FOLDER, `${name}.json`);
  writeFileSync(path, JSON.stringify(rows));
  for (const id of ['us_ny_daily_filings', 'us_ny_entity_filings']) {
    const source = [...SOURCES, ...DATASETS].find((one) => one.id === id);
    if (!source) throw new Error(`${id} is not in the catalogue.`);
    const options = {
      source,
      paths: [path],
      catalog: store.catalog,
      folder,
      clock: Date.now,
    };
    expect(await runIngest(options), id).toMatchObject({ error: null, outcome: 'done', gone: 0 });
  }
  await relink(store.catalog, store.links, Date.now);
}

const lookUp = (id: string) => service.get<EntityData>(`/api/v1/entity/${id}`);

describe('filings of New York’s daily file', () => {
  it('stand with the registered entity, newest first, those that left the window too', async () => {
    const { data, meta } = await lookUp('NY:7000001');
    expect(data.filings).toEqual([
      { type: 'BIENNIAL STATEMENT', date: '2026-11-05', description: null },
      { type: 'CERTIFICATE OF INCORPORATION', date: '2026-10-01', description: '402 BCL' },
    ]);
    expect(meta.absent).not.toHaveProperty('filings');
  });

  it('are records of their own as well', async () => {
    const { data } = await lookUp('NY:filings:7000001:2026-11-05:BIENNIAL%20STATEMENT');
    expect(data).toMatchObject({ recordClass: 'filing_event', name: 'FICTIVE CORP.' });
  });

  it('leave alone who filed nothing on the days that are loaded', async () => {
    const { data, meta } = await lookUp('NY:7000002');
    expect(data.filings).toEqual([]);
    expect(meta.absent).toMatchObject({ filings: 'source_not_loaded' });
  });
});
