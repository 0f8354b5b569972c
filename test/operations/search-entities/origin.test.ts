import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [{ key: '1', name: 'Aspen, LLC' }],
      us_fl_corporations: [{ key: 'P1', name: 'ASPEN PALMS INC' }],
      us_irs_eo_bmf: [{ key: '060000001', name: 'ASPEN RELIEF FUND', state: 'CT' }],
      us_ny_nyc_mwbe: [{ key: '7', name: 'ASPEN PRINTING INC' }],
      us_wa_webs_vendors: [{ key: 'Aspen Tools; Boise; ID', name: 'ASPEN TOOLS', state: 'ID' }],
    },
  });
});
afterAll(() => service.close());

const metaOf = async (query: string) => (await service.get(`/api/v1/search?${query}`)).meta;

describe('meta.source of GET /api/v1/search', () => {
  it('names the publishers of the results, never a source of the state that is not loaded', async () => {
    expect(await metaOf('name=aspen&state=CT')).toMatchObject({
      total: 1,
      source: 'Internal Revenue Service',
      searched: ['us_irs_eo_bmf'],
    });
    expect(await metaOf('name=aspen&state=FL')).toMatchObject({
      source: 'Florida Division of Corporations (Sunbiz)',
    });
  });

  it('names each publisher once, in the order of the results of this page', async () => {
    const { source } = await metaOf('name=aspen&limit=2');
    expect(source).toBe('Colorado Secretary of State; Florida Division of Corporations (Sunbiz)');
  });

  it('names the city where a city publishes the record', async () => {
    const { source } = await metaOf('name=aspen printing');
    expect(source).toBe('NYC Department of Small Business Services');
  });

  it('names the loaded sources that were searched where nothing is found', async () => {
    expect(await metaOf('name=zebra&state=CO')).toMatchObject({
      total: 0,
      source: 'Colorado Secretary of State; Internal Revenue Service',
      searched: ['us_co_business_entities', 'us_irs_eo_bmf'],
    });
    expect(await metaOf('name=zebra&jurisdictionLevel=federal')).toMatchObject({
      source: 'Internal Revenue Service',
      searched: ['us_irs_eo_bmf'],
    });
  });

  it('counts a source of another state as searched where one of its records is found', async () => {
    expect(await metaOf('name=aspen&state=ID')).toMatchObject({
      source: 'Washington Department of Enterprise Services',
      searched: ['us_irs_eo_bmf', 'us_wa_webs_vendors'],
    });
  });

  it('says so where no loaded source could answer', async () => {
    const empty = await startService({});
    try {
      const { meta } = await empty.get('/api/v1/search?name=aspen');
      expect(meta).toMatchObject({ source: 'No loaded source', searched: [] });
    } finally {
      await empty.close();
    }
  });
});

describe('meta.source of GET /api/v1/entity/{id}', () => {
  it('is the name of the originating registry, and meta.dataset the title of its data set', async () => {
    const { meta } = await service.get('/api/v1/entity/CO:1');
    expect(meta).toMatchObject({
      source: 'Colorado Secretary of State',
      dataset: 'Business Entities in Colorado',
    });
  });
});

describe('meta.source of searches in one collection', () => {
  it('names no collection of which nothing is loaded', async () => {
    const paths = [
      'sec/search?q=aspen',
      'contracts/search?recipient=aspen',
      'lobbying/search?client_name=aspen',
    ];
    for (const path of paths) {
      const { meta } = await service.get(`/api/v1/${path}`);
      expect(meta).toMatchObject({ source: 'No loaded source', searched: [], totalCount: 0 });
    }
  });
});
