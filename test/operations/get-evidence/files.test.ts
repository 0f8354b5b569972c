import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UnsignedEvidence } from '../../../src/contract/records/evidence.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { SOURCES } from '../../../src/sources/index.js';
import type { Store } from '../../../src/store/store.js';
import { startService, type TestService } from '../../support/service.js';

const COLORADO = 'us_co_business_entities';
const CONNECTICUT = 'us_ct_business_registry';
const SAM = 'us_sam_registrations';
const SCRATCH = mkdtempSync(join(tmpdir(), 'dossier-evidence-files-'));
const SAMPLE = (source: string, file: string) => join('sample', source, file);
const [COLUMNS = ''] = readFileSync(SAMPLE(COLORADO, 'business-entities-in-colorado.csv'), 'utf8').split(
  '\n',
);
const CT_FILES = [
  'agents',
  'business-filing-history',
  'business-master',
  'name-change-history',
  'principals',
];

/** More than a fifth of the records may not be missing at once. */
const OTHERS = Array.from({ length: 9 }, (_, at) => [`9${at}`, `OTHER ${at} LLC`] as const);

let service: TestService;
beforeAll(async () => {
  service = await startService({
    load: async (store, { path }) => {
      const [north, south] = [file('north.csv', ['1', 'ASPEN LLC']), file('south.csv', ['2', 'BIRCH LLC'])];
      await load(store, path, COLORADO, [north, south]);
      const later = [
        file('a.csv', ['1', 'ASPEN LLC'], ['3', 'CEDAR LLC']),
        file('b.csv', ['2', 'BIRCHES LLC']),
      ];
      // A file that is named twice is one.
      await load(store, path, COLORADO, [...later, later[0] as string]);
      await load(store, path, COLORADO, [file('whole.csv', ['1', 'ASPEN LLC'], ['2', 'BIRCHES LLC'])]);
      await load(
        store,
        path,
        CONNECTICUT,
        CT_FILES.map((name) => SAMPLE(CONNECTICUT, `${name}.csv`)),
      );
    },
  });
});
afterAll(() => service.close());

function file(name: string, ...rows: readonly (readonly [number: string, name: string])[]): string {
  const path = join(SCRATCH, name);
  const lines = [...rows, ...OTHERS].map(([number, name]) =>
    COLUMNS.split(',')
      .map((column) => ({ entityid: number, entityname: name, entitystatus: 'Good Standing' })[column] ?? '')
      .join(),
  );
  writeFileSync(path, [COLUMNS, ...lines, ''].join('\n'));
  return path;
}

async function load({ catalog }: Store, folder: string, id: string, paths: readonly string[]): Promise<void> {
  const source = [...SOURCES, ...DATASETS].find((one) => one.id === id);
  if (source?.kind !== 'entities' && source?.kind !== 'dataset') throw new Error(`${id} is in no catalogue.`);
  const report = await runIngest({
    source: { ...source, expect: { min: 1 } },
    paths,
    catalog,
    folder,
    clock: Date.now,
    mapping: 'as it is',
  });
  expect(report.error).toBeNull();
}

async function originOf(id: string) {
  const { data } = await service.get<UnsignedEvidence>(`/api/v1/entity/${id}/evidence`);
  return data.origins[0];
}
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const named = (...paths: readonly string[]) =>
  paths.map((path) => expect.objectContaining({ name: basename(path), sha256: digest(path) }));

test('of several files the one is named that held the record when it last changed', async () => {
  const [aspen, birch] = [await originOf('CO:1'), await originOf('CO:2')];
  expect(aspen?.run).toMatchObject({
    files: named(join(SCRATCH, 'north.csv')),
    fileCount: 2,
    filesOfRecords: true,
  });
  expect(birch?.run).toMatchObject({
    files: named(join(SCRATCH, 'b.csv')),
    fileCount: 2,
    filesOfRecords: true,
  });
  expect(birch?.run?.id).toBeGreaterThan(aspen?.run?.id ?? 0);
});

test('a later load of one file confirms both, and is no longer the one of a record that it misses', async () => {
  const whole = { files: named(join(SCRATCH, 'whole.csv')), fileCount: 1 };
  for (const id of ['CO:1', 'CO:2'])
    expect(await originOf(id)).toMatchObject({
      confirmedBy: { ...whole, filesOfRecords: true },
      missedBy: null,
    });
  const cedar = await originOf('CO:3');
  expect(cedar).toMatchObject({
    records: [{ key: 'CO:3', hash: expect.stringMatching(/^[0-9a-f]{16}$/) }],
    run: { files: named(join(SCRATCH, 'a.csv')), filesOfRecords: true },
    confirmedBy: null,
    missedBy: { ...whole, filesOfRecords: false },
  });
});

test('a record of a master and its companions names those files that tell of it', async () => {
  const { data } = await service.get<{ id: string }[]>('/api/v1/search?name=llc&state=CT&limit=50');
  const held = new Set<string>();
  for (const { id } of data) {
    const run = (await originOf(id))?.run;
    expect(run).toMatchObject({ filesOfRecords: true, fileCount: CT_FILES.length });
    held.add(run?.files.map(({ name }) => name).join(' ') ?? '');
  }
  const text = (name: string) => readFileSync(SAMPLE(CONNECTICUT, `${name}.csv`), 'utf8');
  // Each record has its row in the master, and not every one has rows in each companion.
  expect(data.length).toBeGreaterThan(20);
  for (const files of held) expect(files).toContain('business-master.csv');
  expect(held.size).toBeGreaterThan(1);
  expect(text('business-master').split('\n').length).toBeGreaterThan(data.length);
});

test('an officer of a linked record is told with that record, its load and its file', async () => {
  const registered = await startService({
    entities: {
      [COLORADO]: [
        {
          key: '1',
          name: 'WILLOW HARBOR CLEANERS LLC',
          principalAddress: '6155 Imaginary Mill Rd, Salida, CO 81201',
          linkKeys: [{ scheme: 'uei', value: 'SAMPLE000001' }],
        },
      ],
    },
    load: async (store, { path }) => {
      const whole = readFileSync(SAMPLE(SAM, 'SAM_PUBLIC_MONTHLY_V2_20260906.dat'), 'utf8').split('\n');
      const [first = '', ...rows] = whole.filter((line) => line !== '');
      const last = rows.pop() ?? '';
      const part = (name: string, lines: readonly string[]) => {
        const at = join(SCRATCH, name);
        writeFileSync(at, [first, ...lines, last, ''].join('\n'));
        return at;
      };
      const isWillow = (line: string) => line.startsWith('SAMPLE000001');
      await load(store, path, SAM, [
        part(
          'others.dat',
          rows.filter((line) => !isWillow(line)),
        ),
        part('willow.dat', rows.filter(isWillow)),
      ]);
    },
  });
  const { data } = await registered.get<UnsignedEvidence>('/api/v1/entity/CO:1/evidence');
  const said = data.assertions.find(({ pointer }) => pointer === '/officers/0');
  const origin = data.origins[said?.origin ?? 0];
  expect(origin).toMatchObject({ source: SAM, parties: ['uei:SAMPLE000001'] });
  expect(origin?.run).toMatchObject({
    files: named(join(SCRATCH, 'willow.dat')),
    fileCount: 2,
    filesOfRecords: true,
  });
  expect(origin?.records[said?.record ?? -1]).toMatchObject({
    key: expect.stringContaining('SAMPLE000001'),
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    lastChanged: expect.stringMatching(/Z$/),
  });
  await registered.close();
});
