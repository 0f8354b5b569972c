import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_FORMATS, type NewExport } from '../../src/contract/export.js';
import { JobFolder } from '../../src/export/job-folder.js';
import { KNOWN_SOURCES } from '../../src/export/kinds/known-sources.js';
import { readOrder } from '../../src/export/order.js';
import { planExport } from '../../src/export/plan.js';
import { runExport } from '../../src/export/run.js';
import { cursorText } from '../../src/operations/list-changes/cursor.js';
import { eventText } from '../../src/operations/list-changes/event-text.js';
import { changesFilters } from '../../src/operations/list-changes/request.js';
import { type ChangeEvent, ChangesExpiredError, type Store } from '../../src/store/store.js';
import { matches } from '../../src/webhooks/event-matcher.js';
import { budget } from '../support/effort.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';

const COLORADO = 'us_co_business_entities';
/** Two pages and a part of the third. */
const RECORDS = 11_000;
const AS_OF = Date.parse('2026-11-23T12:00:00Z');

let store: Store;
const draft = (at: number, status: string) => ({
  key: String(at),
  name: at % 5 === 0 && status === 'Delinquent' ? `Birch ${at} LLC` : `Aspen ${at} LLC`,
  status,
  officers: [],
});
const filing = (at: number) =>
  ({
    kind: 'filing',
    accession: `0000320193-26-${String(at).padStart(6, '0')}`,
    ...{ cik: 320_193 + (at % 2), form: at % 3 ? '8-K' : '10-K', filed: '2026-11-20', name: 'APPLE INC' },
  }) as const;
const load = (status: string, from: number, to: number, filings: number) =>
  fill(store.catalog, {
    entities: { [COLORADO]: Array.from({ length: to - from }, (_, at) => draft(from + at, status)) },
    sec: { us_sec_daily_index: Array.from({ length: filings }, (_, at) => filing(at + 1)) },
  });

beforeAll(async () => {
  store = await openStore(mkdtempSync(join(tmpdir(), 'dossier-changes-kind-')), { schema: 'create' });
  await load('Exists', 0, RECORDS, 3);
  await load('Delinquent', 100, RECORDS + 100, 40);
  await load('Delinquent', 0, 50, 60);
});
afterAll(() => store.close());

async function planned(request: Omit<NewExport, 'kind'>, partBytes: number): Promise<JobFolder> {
  const folder = new JobFolder(join(mkdtempSync(join(tmpdir(), 'dossier-export-')), 'job'));
  const order = readOrder({ kind: 'changes', ...request });
  await planExport(folder, { order, asOf: AS_OF, partBytes, data: null }, store, async () => undefined);
  return folder;
}

async function allEvents(): Promise<readonly ChangeEvent[]> {
  return (await store.catalog.feed.changesAfter(null, 1_000_000)).events;
}

function linesOf(folder: JobFolder): string[] {
  const { parts = [] } = folder.manifest() ?? {};
  return parts.flatMap(({ name }) =>
    gunzipSync(readFileSync(folder.fileOf(name)))
      .toString()
      .split('\n')
      .slice(0, -1),
  );
}

const contentOf = ({ path }: JobFolder) =>
  Object.fromEntries(
    readdirSync(path).map((name) => [name, readFileSync(join(path, name)).toString('base64')]),
  );

const filters = fc.record(
  {
    source: fc.constantFrom(COLORADO, 'us_sec_daily_index', 'us_ny_active_corporations'),
    state: fc.constantFrom('CO', 'NY'),
    kind: fc.constantFrom('created', 'changed,gone', 'baseline'),
    recordType: fc.constantFrom('entity', 'filing', 'filer'),
    id: fc.constantFrom('CO:7', '0000320193-26-000005'),
    cik: fc.constantFrom('320193', '320194'),
    form: fc.constantFrom('8-K', '10-K'),
    fields: fc.constantFrom('name', 'status'),
  },
  { requiredKeys: [] },
);

describe('an export of changes', () => {
  test('has exactly the events that the filter means, behind the cursor, as many as were counted', async () => {
    const all = await allEvents();
    const feed = await store.catalog.feed.state();
    expect(all.length).toBeGreaterThan(RECORDS);
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.option(fc.integer({ min: 0, max: all.length - 1 })),
        async (filter, behind) => {
          const from = behind === null ? 0 : (all[behind]?.seq ?? 0);
          const cursor = behind === null ? {} : { cursor: cursorText(feed, from) };
          const folder = await planned({ filter: { ...filter, ...cursor } }, 2 ** 30);
          const counted = folder.plan()?.rows;
          const { rows, changes } = await runExport(folder, store);
          const { filter: meant } = changesFilters(KNOWN_SOURCES).read(filter);
          const expected = all.filter((event) => event.seq > from && matches(meant, event)).map(eventText);
          expect(linesOf(folder)).toEqual(expected);
          expect([counted, rows]).toEqual([expected.length, expected.length]);
          expect(changes.cursor).toBe(cursorText(feed, feed.newest));
        },
      ),
      { numRuns: budget(60, 20) },
    );
  });

  test('ends with the newest event of the moment of asking, whatever is loaded meanwhile', async () => {
    const all = await allEvents();
    const folder = await planned({}, 1);
    await expect(
      runExport(folder, store, () => {
        throw new Error('ended');
      }),
    ).rejects.toThrow('ended');
    await load('Exists', 0, 50, 61);
    expect((await allEvents()).length).toBeGreaterThan(all.length);
    const { rows } = await runExport(folder, store);
    expect([rows, linesOf(folder)]).toEqual([all.length, all.map(eventText)]);
  });

  test.each(EXPORT_FORMATS)('that was interrupted goes on and has the same bytes: %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: RECORDS }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom({}, { kind: 'changed' }, { fields: 'name' }),
        async (ends, filter) => {
          const whole = await planned({ format, filter }, 1);
          const broken = new JobFolder(join(mkdtempSync(join(tmpdir(), 'dossier-export-')), 'job'));
          cpSync(whole.path, broken.path, { recursive: true });
          const manifest = await runExport(whole, store);
          for (const end of ends) {
            const stop = (written: number) => {
              if (written >= end) throw new Error('ended');
            };
            await runExport(broken, store, stop).catch(() => undefined);
          }
          expect(await runExport(broken, store)).toEqual(manifest);
          expect(contentOf(broken)).toEqual(contentOf(whole));
        },
      ),
      { numRuns: budget(10, 3) },
    );
  });

  test('as Parquet is read by DuckDB, with the changes as JSON', async () => {
    const folder = await planned(
      { format: 'parquet', filter: { kind: 'changed', recordType: 'entity' } },
      2 ** 30,
    );
    const { rows, parts } = await runExport(folder, store);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const read = await connection.runAndReadAll(
      `SELECT count(*), min(changes->0->>'field'), count(DISTINCT id), min(state), max("seenAt") IS NOT NULL
       FROM read_parquet('${folder.fileOf(parts[0]?.name ?? '')}')`,
    );
    const events = (await allEvents()).filter(
      ({ kind, recordType }) => kind === 'changed' && recordType === 'entity',
    );
    const ids = new Set(events.map(({ id }) => id));
    expect(read.getRows()).toEqual([[BigInt(rows), 'name', BigInt(ids.size), 'CO', true]]);
    expect(rows).toBe(events.length);
    connection.closeSync();
    instance.closeSync();
  });

  test('of a cursor of another feed, or of none of its places, is refused', async () => {
    const { newest, id } = await store.catalog.feed.state();
    const behind = (cursor: string) => planned({ filter: { cursor } }, 1);
    await expect(behind('000000000000-1')).rejects.toThrow(ChangesExpiredError);
    await expect(behind(cursorText({ id }, newest + 1))).rejects.toThrow(ChangesExpiredError);
    expect((await behind(cursorText({ id }, newest))).plan()?.rows).toBe(0);
  });

  test('fails if events are deleted before they are written', async () => {
    const folder = await planned({}, 1);
    await store.catalog.feed.expire(Date.now() + 1);
    await expect(runExport(folder, store)).rejects.toThrow(ChangesExpiredError);
    expect(folder.manifest()).toBeUndefined();
  });
});
