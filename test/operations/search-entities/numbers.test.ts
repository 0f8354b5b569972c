import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import { SEC_FILERS } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '1', name: 'HERON WORKS INC', principalAddress: '1 Main St, Denver, CO 80202' },
        { key: '2', name: '1-800-Flowers LLC', principalAddress: '2 Main St, Denver, CO 80202' },
        { key: '3', name: '7-Eleven Inc', principalAddress: '3 Main St, Aspen, CO 81611' },
        { key: '4', name: 'Local 217' },
        { key: '20221555001', name: 'QUARRY LLC' },
      ],
      us_irs_eo_bmf: [{ key: '123456789', name: 'HERON FRIENDS', state: 'CO' }],
      us_fdic_institutions: [
        {
          ...{ key: '628', name: 'TEAL BANK', state: 'CO' },
          identifiers: [{ scheme: 'fdic_cert', value: '628' }],
          linkKeys: [{ scheme: 'fdic_cert', value: '628' }],
        },
      ],
      us_fmcsa_carriers: [
        {
          ...{ key: '21800', name: 'SMEW TRUCKING', state: 'CO' },
          identifiers: [{ scheme: 'usdot', value: '21800' }],
          linkKeys: [{ scheme: 'usdot', value: '21800' }],
        },
      ],
    },
    datasets: {
      us_sam_registrations: [
        {
          ...{ key: 'UE9QJD4KK1L6', document: {} },
          parties: [
            {
              ...{ key: 'uei:UE9QJD4KK1L6', names: [{ text: 'HERON WORKS INC', kind: 'current' }] },
              identifiers: [
                { scheme: 'uei', value: 'UE9QJD4KK1L6' },
                { scheme: 'cage', value: '5UTE1' },
                { scheme: 'npi', value: '1922348218' },
                { scheme: 'lei', value: 'HWUPKR0MPOU8FGXBT394' },
              ],
            },
          ],
        },
      ],
    },
    sec: {
      us_sec_submissions: [
        { kind: 'filer', cik: 320193, name: 'HERON HOLDINGS' },
        {
          ...{ kind: 'filing', accession: '0000320193-24-000123', cik: 320193 },
          ...{ form: '10-K', filed: '2024-11-01' },
        },
      ],
    },
  });
  const { links } = service.app.store;
  const confirmed = { verdict: 'confirmed', note: '', at: 1, entity: 'CO:1' } as const;
  await links.correct({ ...confirmed, dataset: SEC_FILERS, party: 'cik:320193' });
  await links.correct({ ...confirmed, dataset: 'us_sam_registrations', party: 'uei:UE9QJD4KK1L6' });
});
afterAll(() => service.close());

const search = (query: string) => service.get<EntityItem[]>(`/api/v1/search?${query}`);
const found = async (text: string) => {
  const { data, meta } = await search(`name=${encodeURIComponent(text)}`);
  expect(meta).toMatchObject({ totalCount: data.length, creditsUsed: 1 });
  return [data.map(({ name }) => name), meta.number];
};

test.each([
  ['12-3456789', ['HERON FRIENDS'], { scheme: 'ein', value: '12-3456789' }],
  ['UE9QJD4KK1L6', ['HERON WORKS INC'], { scheme: 'uei', value: 'UE9QJD4KK1L6' }],
  ['320193', ['HERON WORKS INC'], { scheme: 'cik', value: '0000320193' }],
  ['0000320193-24-000123', ['HERON WORKS INC'], { scheme: 'accession', value: '0000320193-24-000123' }],
  ['000032019324000123', ['HERON WORKS INC'], { scheme: 'accession', value: '0000320193-24-000123' }],
  ['80202', ['1-800-Flowers LLC', 'HERON WORKS INC'], { scheme: 'zip', value: '80202' }],
  ['80202-1234', ['1-800-Flowers LLC', 'HERON WORKS INC'], { scheme: 'zip', value: '80202-1234' }],
  ['20221555001', ['QUARRY LLC'], undefined],
  ['FDIC 628', ['TEAL BANK'], { scheme: 'fdic', value: '628' }],
  ['USDOT 0021800', ['SMEW TRUCKING'], { scheme: 'usdot', value: '21800' }],
  ['5ute1', ['HERON WORKS INC'], { scheme: 'cage', value: '5UTE1' }],
  ['HWUPKR0MPOU8FGXBT394', ['HERON WORKS INC'], { scheme: 'lei', value: 'HWUPKR0MPOU8FGXBT394' }],
  ['NPI 1922348218', ['HERON WORKS INC'], { scheme: 'npi', value: '1922348218' }],
  ['1922348218', ['HERON WORKS INC'], { scheme: 'npi', value: '1922348218' }],
])('%s finds %j', async (text, names, number) => {
  expect(await found(text)).toEqual([names, number]);
});

test.each([
  ['1-800-Flowers', '1-800-Flowers LLC'],
  ['7-Eleven', '7-Eleven Inc'],
  ['217', 'Local 217'],
])('%s is a name', async (text, name) => {
  expect(await found(text)).toEqual([[name], undefined]);
});

test('a result in a ZIP code says that its address is there, and filters narrow it', async () => {
  const { data } = await search('name=81611');
  expect(data[0]?.match).toMatchObject({
    field: 'place',
    value: '3 Main St, Aspen, CO 81611',
    kind: 'exact',
  });
  expect(data[0]?.match?.why).toBe('Its address is in this place.');
  expect((await search('name=81611&state=NY')).meta.totalCount).toBe(0);
});

test.each([
  ['98-7654321', 'ein'],
  ['0000320193-24-000999', 'accession'],
  ['001-36743', 'file-number'],
  ['0000320194', 'cik'],
  ['5493000IBP32UQZ0KL24', 'lei'],
  ['7XYZ9', 'cage'],
])('%s, which nothing has, is named and finds nothing', async (text, scheme) => {
  const { data, meta } = await search(`name=${text}`);
  expect(data).toEqual([]);
  expect(meta).toMatchObject({ totalCount: 0, number: { scheme, value: text } });
  for (const name of ['correctedQuery', 'removedWords', 'suggestions']) expect(meta).not.toHaveProperty(name);
});
