import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import { SEC_FILERS } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '1', name: 'HERON WORKS INC', status: 'Good Standing', activity: 'active' },
        { key: '2', name: '4711 Towing LLC' },
        { key: '3', name: 'Quarry LLC' },
        { key: '4', name: 'Osprey Inc' },
      ],
      us_ny_active_corporations: [{ key: '5', name: 'Osprey Inc' }],
    },
    sec: {
      us_sec_submissions: [
        { kind: 'filer', cik: 320193, name: 'HERON WORKS HOLDINGS' },
        { kind: 'filer', cik: 4711, name: 'QUARRY' },
        { kind: 'filer', cik: 812, name: 'OSPREY INC' },
        { kind: 'filer', cik: 999, name: 'NOBODY' },
      ],
    },
  });
  const confirmed = { dataset: SEC_FILERS, verdict: 'confirmed', note: '', at: 1 } as const;
  const { links } = service.app.store;
  await links.correct({ ...confirmed, entity: 'CO:1', party: 'cik:320193' });
  await links.correct({ ...confirmed, entity: 'CO:3', party: 'cik:4711' });
  for (const entity of ['CO:4', 'NY:5']) await links.correct({ ...confirmed, entity, party: 'cik:812' });
});
afterAll(() => service.close());

const search = (query: string) => service.get<EntityItem[]>(`/api/v1/search?${query}`);
const ids = async (query: string) => (await search(query)).data.map(({ id }) => id);

it.each([
  ['name=320193'],
  ['name=0000320193'],
  ['q=CIK0000320193'],
  ['name=cik%20320193'],
  ['name=CIK%23:0000320193'],
  ['filing_number=0000320193'],
  ['name=320193&exact=true'],
  ['name=320193&state=CO&status=active'],
])('%s: the entity that is linked to the filer of the SEC', async (query) => {
  const { data, meta } = await search(query);
  expect(data.map(({ id, name }) => [id, name])).toEqual([['CO:1', 'HERON WORKS INC']]);
  expect(data[0]?.match).toMatchObject({ field: 'filing_number', value: '0000320193', kind: 'exact' });
  expect(meta).toMatchObject({ total: 1, totalCount: 1, offset: 0, hasMore: false, creditsUsed: 1 });
  expect(meta).not.toHaveProperty('removedWords');
});

it('all records of a filer that is in two registers, with their counts', async () => {
  const { data, meta } = await search('name=812&facets=state');
  expect(data.map(({ id }) => id).sort()).toEqual(['CO:4', 'NY:5']);
  expect(meta).toMatchObject({ totalCount: 2, hasMore: false });
  expect(JSON.stringify(meta.facets)).toContain('NY');
  expect((await search('name=812&limit=1')).meta).toMatchObject({ totalCount: 2, hasMore: true });
});

it('a page behind it is empty', async () => {
  expect(await search('name=320193&offset=1')).toMatchObject({
    data: [],
    meta: { totalCount: 1, hasMore: false },
  });
});

it.each([
  ['name=4711', ['CO:2'], 'a name with the number stands for itself'],
  ['name=cik+4711', ['CO:3'], 'what could only be found without a word is the filer rather than a name'],
  ['name=320193&state=NY', [], 'another state'],
  ['name=320193&status=inactive', [], 'another status'],
  ['name=320193&formed_after=2020-01-01', [], 'a date that the record has not'],
  ['name=999', [], 'a filer that is linked to none'],
  ['name=320194', [], 'no filer'],
  ['agent=320193', [], 'an agent'],
  ['name=320193&agent=heron', [], 'more than a name'],
])('%s: %j, %s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected);
});
