import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityData, EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import { startService, type TestService } from '../../support/service.js';

const DAY_MS = 86_400_000;
const today = () => new Date(now).toISOString().slice(0, 10);
const ADDRESS = '1 INVENTED WAY, TAMPA, FL 33601';

let now = Date.parse('2036-11-23T12:00:00Z');
const START = now;
let service: TestService;

const BLANK = { cageCode: null, naicsCode: null, businessTypes: [], officers: [] };

/** Last days before, on and after the test's day; one that is expired by its code though its date lies ahead. */
const REGISTRANTS: readonly [uei: string, code: 'A' | 'E', lastDay: string | undefined][] = [
  ['UEIENDED0001', 'A', '2036-11-20'],
  ['UEITODAY0002', 'A', '2036-11-23'],
  ['UEILATER0003', 'A', '2036-11-24'],
  ['UEIECODE0004', 'E', '2037-04-01'],
  ['UEINODAY0005', 'A', undefined],
];

beforeAll(async () => {
  const entities = REGISTRANTS.map(
    ([uei, code, expirationDate]): EntityDraft => ({
      key: uei,
      name: `PRETEND ${uei} INC`,
      status: code === 'A' ? 'Active' : 'Expired',
      activity: code === 'A' ? 'active' : 'inactive',
      expirationDate,
      principalAddress: ADDRESS,
      identifiers: [{ scheme: 'uei', value: uei }],
      linkKeys: [{ scheme: 'uei', value: uei }],
    }),
  );
  // Nothing is linked to it: its answer is the stored record alone.
  entities.push({
    ...entities[1],
    key: 'UEIALONE0006',
    name: 'SOLITARY INC',
    identifiers: [],
    linkKeys: [],
  } as EntityDraft);
  const registrations = REGISTRANTS.map(([uei, extractCode, expirationDate = null]) => ({
    key: uei,
    document: { ...BLANK, uei, extractCode, expirationDate },
    parties: [{ key: `uei:${uei}`, names: [], identifiers: [{ scheme: 'uei' as const, value: uei }] }],
  }));
  service = await startService(
    { entities: { us_sam_entities: entities }, datasets: { us_sam_registrations: registrations } },
    { now: () => now },
  );
});
afterAll(() => service.close());

const path = (uei: string) => `/api/v1/entity/${bulkId('us_sam_entities', uei)}`;
const found = async (status: string) => {
  const { data } = await service.get<{ name: string; status: string }[]>(
    `/api/v1/search?name=pretend&limit=50&status=${status}`,
  );
  return data.map(({ name, status }) => [name.split(' ')[1], status]).sort();
};

it.each([0, 1, 2])('status, registrationStatus and searches agree %i days on', async (days) => {
  now = START + days * DAY_MS;
  const expected = REGISTRANTS.map(([uei, code, lastDay]) => [
    uei,
    code === 'A' && (lastDay === undefined || lastDay >= today()) ? 'Active' : 'Expired',
  ]);
  for (const [uei = '', status] of expected) {
    const bare = await service.get<EntityData>(path(uei));
    const { data } = await service.get<EntityData & { sam: { registrationStatus: string } }>(
      `${path(uei)}?include=sam`,
    );
    expect([bare.data.status, data.status, data.sam.registrationStatus]).toEqual([status, status, status]);
    const related = await service.get<{ related: { items: { name: string; status: string }[] } }>(
      `${path(uei)}?include=related`,
    );
    for (const { name, status } of related.data.related.items.filter(({ name }) => name.startsWith('P')))
      expect(expected).toContainEqual([name.split(' ')[1], status]);
  }
  const withStatus = (wanted: string) => expected.filter(([, status]) => status === wanted).sort();
  expect(await found('active')).toEqual(withStatus('Active'));
  expect(await found('inactive')).toEqual(withStatus('Expired'));
  expect(await found('all')).toEqual([...expected].sort());
});

it('a copy from before the end of the last day is not said to be still good', async () => {
  now = START;
  const before = await service.get(path('UEIALONE0006'));
  const request = {
    authorization: `Bearer ${service.key}`,
    'if-modified-since': before.headers.get('last-modified') ?? '',
  };
  expect(request['if-modified-since']).not.toBe('');
  expect((await service.get(path('UEIALONE0006'), request)).status).toBe(304);
  now = START + DAY_MS;
  const after = await service.get<EntityData>(path('UEIALONE0006'), request);
  expect([after.status, after.data.status]).toEqual([200, 'Expired']);
  expect(after.meta.lastUpdated).toBe('2036-11-24T00:00:00.000Z');
});
