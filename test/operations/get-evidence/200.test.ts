import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UnsignedEvidence } from '../../../src/contract/records/evidence.js';
import type { EntityData } from '../../../src/domain/entity.js';
import { verdictOn } from '../../../src/evidence/signature.js';
import { openSigningKey } from '../../../src/evidence/signing-key.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { SOURCES } from '../../../src/sources/index.js';
import type { Store } from '../../../src/store/store.js';
import { startService, type TestService } from '../../support/service.js';

type Evidence = UnsignedEvidence & {
  readonly signature: { readonly publicKey: string; readonly value: string };
};

const COLORADO = 'us_co_business_entities';
const SAM = 'us_sam_registrations';
const FILE = join(mkdtempSync(join(tmpdir(), 'dossier-evidence-')), 'colorado.csv');
const PATH = '/api/v1/entity/CO:20251000101/evidence';

let service: TestService;
let evidence: Evidence;
let meta: Record<string, unknown>;
beforeAll(async () => {
  service = await startService({
    datasets: {
      [SAM]: [
        {
          key: 'UEI000000001',
          document: {
            uei: 'UEI000000001',
            ein: '',
            officers: [{ name: 'ILSE THORNBURY', title: 'MANAGER' }],
          },
          parties: [
            {
              key: 'uei:UEI000000001',
              names: [{ text: 'ASPEN LANTERN ROOFING LLC', kind: 'current' }],
              address: { street: '1 INVENTED WAY', city: 'DENVER', state: 'CO', zip: '80202' },
            },
          ],
        },
      ],
    },
    load: async (store, { path }) => {
      writeFileSync(FILE, coloradoFile());
      await load(store, path);
      await load(store, path);
    },
  });
  ({ data: evidence, meta } = await service.get<Evidence>(PATH));
});
afterAll(() => service.close());

/** One row, with the columns of the real file. */
function coloradoFile(): string {
  const [sample = ''] = readdirSync(join('sample', COLORADO));
  const [header = ''] = readFileSync(join('sample', COLORADO, sample), 'utf8').split('\n');
  const row: Readonly<Record<string, string>> = {
    entityid: '20251000101',
    entityname: 'ASPEN LANTERN ROOFING LLC',
    entitystatus: 'Good Standing',
    principaladdress1: '1 Invented Way',
    principalcity: 'Denver',
    principalstate: 'CO',
    principalzipcode: '80202',
  };
  const cells = header.split(',').map((column) => row[column] ?? '');
  return `${header}\n${cells.join()}\n`;
}

async function load({ catalog }: Store, folder: string): Promise<void> {
  const source = SOURCES.find(({ id }) => id === COLORADO);
  if (source?.kind !== 'entities') throw new Error('Colorado is not in the catalogue.');
  const report = await runIngest({
    // The whole register has a million rows.
    source: { ...source, expect: { min: 1 } },
    paths: [FILE],
    catalog,
    folder,
    clock: Date.now,
  });
  expect(report.error).toBeNull();
}

const originAt = (pointer: string) => {
  const said = evidence.assertions.find((assertion) => assertion.pointer === pointer);
  return evidence.origins[said?.origin ?? -1];
};

test('the record is the one that the entity’s own operation shows, and each field of it has an origin', async () => {
  const { data, meta: shown } = await service.get<EntityData>('/api/v1/entity/CO:20251000101');
  expect(evidence.record).toEqual(data);
  expect(evidence.absent).toEqual(shown.absent);
  const pointers = Object.entries(data).flatMap(([field, value]) =>
    Array.isArray(value) ? value.map((_, at) => `/${field}/${at}`) : [`/${field}`],
  );
  expect(evidence.assertions.map(({ pointer }) => pointer)).toEqual(pointers);
  for (const { origin } of evidence.assertions) expect(evidence.origins[origin]).toBeDefined();
  expect(meta).toMatchObject({ source: 'Colorado Secretary of State', creditsUsed: 2 });
});

test('the record’s own source is told with its licence, the file with its digest, and both loads', () => {
  const text = readFileSync(FILE);
  const file = {
    name: 'colorado.csv',
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
    ...{ url: null, publishedAt: null, fetchedAt: null },
  };
  expect(originAt('/name')).toMatchObject({
    source: COLORADO,
    agency: 'Colorado Secretary of State',
    licence: SOURCES.find(({ id }) => id === COLORADO)?.licence,
    parties: [],
    records: [
      {
        key: 'CO:20251000101',
        hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        lastChanged: expect.stringMatching(/Z$/),
      },
    ],
    run: { complete: true, files: [file], fileCount: 1 },
    confirmedBy: { complete: true, files: [file], fileCount: 1 },
  });
  const { run, confirmedBy } = evidence.origins[0] ?? {};
  expect(confirmedBy?.id).toBeGreaterThan(run?.id ?? 0);
});

test('an assertion of a linked record is told of its data set, with the reasons for the link', () => {
  expect(evidence.record.officers).toEqual([{ name: 'ILSE THORNBURY', title: 'MANAGER', source: 'sam' }]);
  expect(originAt('/officers/0')).toMatchObject({
    source: SAM,
    parties: ['uei:UEI000000001'],
    records: [{ key: 'UEI000000001', hash: expect.stringMatching(/^[0-9a-f]{16}$/) }],
  });
  expect(evidence.links).toMatchObject([
    {
      dataset: SAM,
      key: 'uei:UEI000000001',
      attached: true,
      judgedAt: expect.stringMatching(/Z$/),
      weights: expect.any(String),
    },
  ]);
  expect(evidence.links[0]?.evidence.length).toBeGreaterThan(0);
});

test('it is signed by the installation’s key, and no member can be changed, left out or added', () => {
  expect(verdictOn(JSON.stringify(evidence))).toMatchObject({
    isWhole: true,
    publicKey: openSigningKey(service.folder.path).publicKey,
  });
  let tried = 0;
  for (const changed of changes(evidence)) {
    expect(verdictOn(JSON.stringify(changed)).isWhole, JSON.stringify(changed)).toBe(false);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(200);
});

/** The value with one byte changed, one member left out or one added, at each place in it. */
function* changes(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const changed of changes(item)) yield value.with(at, changed);
      yield value.toSpliced(at, 1);
    }
    yield [...value, null];
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    for (const [name, member] of members) {
      const others = members.filter(([other]) => other !== name);
      for (const changed of changes(member)) yield Object.fromEntries([...others, [name, changed]]);
      yield Object.fromEntries(others);
      yield Object.fromEntries([...others, [`${name}x`, member]]);
    }
    yield { ...value, more: null };
  } else if (typeof value === 'string') {
    const last = value.at(-1) === '0' ? '1' : '0';
    yield value.slice(0, -1) + last;
    if (value !== '') yield ` ${value.slice(1)}`;
  } else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else yield '';
}

test('a record without loaded files or links has evidence, too', async () => {
  const bare = await startService({ entities: { [COLORADO]: [{ key: '1', name: 'BARE LLC' }] } });
  const { status, data } = await bare.get<Evidence>('/api/v1/entity/co:1/evidence');
  expect([status, data.id, data.links, data.sample]).toEqual([200, 'CO:1', [], false]);
  expect(data.origins).toMatchObject([{ run: { files: [], fileCount: 0 }, confirmedBy: null }]);
  expect(verdictOn(JSON.stringify(data)).isWhole).toBe(true);
  await bare.close();
});
