import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { usIrsExemptOrganizations } from '../../../src/sources/us/irs/exempt-organizations.js';
import { loadFiles } from '../../support/load-files.js';
import { startService, type TestService } from '../../support/service.js';

const HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,' +
  'ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,' +
  'INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME';
const line = (ein: string, name: string, group: string, sort: string) =>
  `${ein},${name},,1 OAK ST,HILO,HI,96720-0000,${group},03,3,1000,199001,1,15,0,1,1,202012,0,0,1,0,12,,,,,${sort}`;
const FILE = [
  HEADER,
  line('990000001', 'HILO RELIEF', '0000', 'NONE'),
  line('990000002', 'HILO LODGE', '0123', 'N/A'),
  line('990000003', 'HILO CHOIR', '0123', 'KONA DISTRICT'),
  '',
].join('\n');

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_sam_entities: [
        {
          key: 'A1',
          name: 'KONA BREWERS LLC',
          otherNames: [{ name: 'Same as Legal Name', kind: 'assumed' }],
        },
      ],
      us_co_business_entities: [
        {
          key: '1',
          name: 'MESA LLC',
          otherNames: [{ name: 'NOT APPLICABLE', kind: 'former' }],
          registeredAgent: { name: 'NONE', address: '1 Oak St, Denver, CO 80202' },
          officers: [
            { name: 'N/A', title: 'President' },
            { name: 'ANA RIVERA', title: null },
          ],
        },
      ],
    },
    load: async ({ catalog }, { path }) => {
      for (const source of [usIrsEoBmf, usIrsExemptOrganizations]) {
        await loadFiles({ source, catalog, folder: path }, { 'eo_hi_2021-02-08.csv': FILE });
      }
    },
  });
});
afterAll(() => service.close());

describe('texts that stand for a blank', () => {
  it.each(['NONE', 'N/A', 'not applicable', 'same as legal name'])(
    'find nothing as a name: %s',
    async (name) => {
      for (const parameter of ['name', 'agent', 'officer']) {
        const found = await service.get(`/api/v1/search?${parameter}=${encodeURIComponent(name)}&words=all`);
        expect(found).toMatchObject({ status: 200, data: [] });
      }
    },
  );

  it.each([
    ['hilo relief', undefined],
    ['hilo lodge', undefined],
    ['hilo choir', ['HILO CHOIR KONA DISTRICT']],
    ['kona brewers', undefined],
    ['mesa', undefined],
  ])('are no other names: %s', async (name, others) => {
    const [found] = (await service.get<{ id: string }[]>(`/api/v1/search?name=${name}`)).data;
    const { data } = await service.get<{ otherNames?: { name: string }[] }>(`/api/v1/entity/${found?.id}`);
    expect(data.otherNames?.map((other) => other.name)).toEqual(others);
  });

  it('are nobody', async () => {
    const { data, meta } = await service.get('/api/v1/entity/CO:1');
    expect(data).toMatchObject({ officers: [{ name: 'ANA RIVERA' }] });
    expect(data).not.toHaveProperty('registeredAgent');
    expect(meta.absent).toMatchObject({ registeredAgent: 'blank_at_source' });
  });
});
