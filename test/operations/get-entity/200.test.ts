import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityData } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import { startService, type TestService } from '../../support/service.js';

const FLORIDA_ID = bulkId('us_fl_corporations', 'P05000000001');

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        {
          key: '20251000101',
          name: 'ASPEN ROOFING LLC, Delinquent May 1, 2016',
          searchName: 'ASPEN ROOFING LLC',
          type: 'Domestic Limited Liability Company',
          typeClass: 'llc',
          status: 'Delinquent',
          activity: 'active',
          formedDate: '2012-05-01',
          registeredAgent: { name: 'Rivera Filing Services', address: null },
          principalAddress: '1 Invented Way, Denver, CO 80202',
        },
        { key: '18691000001', name: 'BARE COMPANY' },
      ],
      us_fl_corporations: [
        {
          key: 'P05000000001',
          name: 'PALM INVENTED INC',
          officers: [
            { name: 'ANA  RIVERA', title: 'P' },
            { name: 'Ana Rivera', title: 'p' },
            { name: 'ANA RIVERA', title: 'VP' },
          ],
          filings: [
            { type: 'Annual Report', date: '2023-04-01', description: 'Report year 2023' },
            { type: 'Annual Report', date: '2025-04-01', description: 'Report year 2025' },
          ],
          linkKeys: [{ scheme: 'ein', value: '590000001' }],
        },
      ],
    },
  });
});
afterAll(() => service.close());

describe('GET /api/v1/entity/{id}', () => {
  it('answers with the whole record in the contract’s shape', async () => {
    const { status, data, meta } = await service.get<EntityData>('/api/v1/entity/CO:20251000101');
    expect(status).toBe(200);
    expect(data).toEqual({
      id: 'CO:20251000101',
      name: 'ASPEN ROOFING LLC, Delinquent May 1, 2016',
      state: 'CO',
      stateEntityId: '20251000101',
      type: 'Domestic Limited Liability Company',
      status: 'Delinquent',
      formedDate: '2012-05-01',
      registeredAgent: { name: 'Rivera Filing Services', address: null },
      principalAddress: '1 Invented Way, Denver, CO 80202',
      officers: [],
      filings: [],
      recordClass: 'registry_entity',
      subjectType: 'organization',
      jurisdictionLevel: 'state',
      sourceAgency: 'Colorado Secretary of State',
    });
    expect(meta).toMatchObject({
      source: expect.stringContaining('Colorado'),
      lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      absent: { officers: 'not_published_by_source', filings: 'not_published_by_source' },
      creditsUsed: 1,
    });
  });

  it('takes the state and UUIDs in any case', async () => {
    expect((await service.get('/api/v1/entity/co:20251000101')).status).toBe(200);
    expect((await service.get(`/api/v1/entity/${FLORIDA_ID.toUpperCase()}`)).status).toBe(200);
  });

  it('takes the key percent-encoded, once', async () => {
    expect((await service.get('/api/v1/entity/CO%3A20251000101')).status).toBe(200);
    expect((await service.get('/api/v1/entity/CO%253A20251000101')).status).toBe(400);
  });

  it('leaves out what is not held and says why', async () => {
    const { data, meta } = await service.get<EntityData>('/api/v1/entity/CO:18691000001');
    expect(Object.keys(data)).toEqual([
      ...['id', 'name', 'state', 'stateEntityId', 'officers', 'filings'],
      ...['recordClass', 'subjectType', 'jurisdictionLevel', 'sourceAgency'],
    ]);
    expect(meta.absent).toEqual({
      type: 'blank_at_source',
      status: 'blank_at_source',
      formedDate: 'blank_at_source',
      registeredAgent: 'blank_at_source',
      principalAddress: 'blank_at_source',
      officers: 'not_published_by_source',
      filings: 'not_published_by_source',
    });
  });

  it('names each officer once per title, whatever the case and blanks, and filings newest first', async () => {
    const { data } = await service.get<EntityData>(`/api/v1/entity/${FLORIDA_ID}`);
    expect(data.officers).toEqual([
      { name: 'ANA  RIVERA', title: 'P', source: 'state' },
      { name: 'ANA RIVERA', title: 'VP', source: 'state' },
    ]);
    expect(data.filings.map((filing) => filing.date)).toEqual(['2025-04-01', '2023-04-01']);
  });

  it('never shows a link key', async () => {
    const { body } = await service.get(`/api/v1/entity/${FLORIDA_ID}`);
    expect(JSON.stringify(body)).not.toContain('590000001');
  });

  it.each([
    ['', 1],
    ['?include=federal', 2],
    ['?include=federal,sam,nonprofit', 4],
    ['?include=SAM,%20sam,unknown', 2],
    ['?include=sam&include=ucc', 3],
    ['?include=all', 7],
    ['?include=all,sam', 7],
    ['?include=', 1],
  ])('costs what the contract says for %j: %d', async (query, credits) => {
    const before = await service.creditsLeft();
    const { meta, headers } = await service.get(`/api/v1/entity/CO:20251000101${query}`);
    expect(meta.creditsUsed).toBe(credits);
    expect(headers.get('x-credits-cost')).toBe(String(credits));
    expect(before - (await service.creditsLeft())).toBe(credits);
  });

  it('says of a token whose data set is not loaded that it is not loaded', async () => {
    const { data, meta } = await service.get<EntityData>('/api/v1/entity/CO:20251000101?include=sam,ppp');
    const notLoaded = { outcome: 'not_loaded', asOf: null };
    expect(meta.enrichment).toEqual({ sam: notLoaded, ppp: notLoaded });
    expect(data).not.toHaveProperty('sam');
  });
});
