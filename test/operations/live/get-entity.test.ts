import { afterEach, describe, expect, it } from 'vitest';
import type { EntityData } from '../../../src/domain/entity.js';
import { entitySource } from '../../support/service.js';
import { CO, CT, coloradoRow, type LiveService, portalOf, putRows, startLive } from './portals.js';

const HOUR_MS = 3_600_000;
const ID = '/api/v1/entity/CO:20251000101';

let service: LiveService;
afterEach(() => service.close());

async function startColorado(options: Parameters<typeof startLive>[1] = {}): Promise<LiveService> {
  service = await startLive({}, options);
  putRows(service, CO, [coloradoRow('20251000101', 'ASPEN ROOFING LLC')]);
  return service;
}

const host = portalOf(CO).host;

describe('GET /api/v1/entity/{id} of what is not loaded', () => {
  it('is read through the portal, mapped as files are, and charged as ever', async () => {
    await startColorado();
    const before = await service.creditsLeft();
    const { status, data, meta } = await service.get<EntityData>(`${ID}?include=ucc,federal&explain=true`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: 'CO:20251000101',
      name: 'ASPEN ROOFING LLC',
      stateEntityId: '20251000101',
      formedDate: '2025-03-04',
      principalAddress: '1 Invented Way, Denver, CO 80202',
      recordClass: 'registry_entity',
      sourceAgency: 'Colorado Secretary of State',
    });
    expect(meta).toMatchObject({
      source: 'Colorado Secretary of State',
      dataset: 'Business Entities in Colorado',
      live: true,
      creditsUsed: 3,
      links: [],
      absent: { officers: 'not_published_by_source', registeredAgent: 'blank_at_source' },
      enrichment: {
        ucc: { outcome: 'not_linked_yet', asOf: null },
        federal: { outcome: 'not_linked_yet', parts: { sec: { outcome: 'not_linked_yet' } } },
      },
    });
    expect(meta).not.toHaveProperty('stale');
    expect(before - (await service.creditsLeft())).toBe(3);
    expect(service.portal.requests).toMatchObject([{ host, token: 'token-1' }]);
  });

  it('gathers the rows of companion tables, as a load does', async () => {
    service = await startLive();
    const master = { id: 'acc-1', accountnumber: '0000123', name: 'NUTMEG INVENTED, INC.', status: 'Active' };
    putRows(service, CT, [master, { ...master, id: 'acc-2', accountnumber: '0000124' }], 'master');
    putRows(service, CT, [{ business_key: 'acc-1', name__c: 'Rivera Filing' }], 'agents');
    const principal = { business_id: 'acc-1', name__c: 'ANA RIVERA', designation: 'President' };
    putRows(service, CT, [principal, { ...principal, business_id: 'acc-2', name__c: 'OTHER' }], 'principals');
    putRows(service, CT, [{ account: 'acc-1', filing_type: 'Report', filing_date: '2025-01-02' }], 'filings');
    putRows(service, CT, [], 'nameChanges');
    const { data } = await service.get<EntityData>('/api/v1/entity/CT:0000123');
    expect(data).toMatchObject({
      id: 'CT:0000123',
      registeredAgent: { name: 'Rivera Filing', address: null },
      officers: [{ name: 'ANA RIVERA', title: 'President', source: 'state' }],
      filings: [{ type: 'Report', date: '2025-01-02', description: null }],
    });
  });

  it('is found by the number in a key that is built of type and number, whatever else bears the number', async () => {
    await startColorado({ sources: [CO, 'us_co_professional_licenses'].map(entitySource) });
    const licence = { entityname: 'INVENTED FRAMING LLC', licensenumber: '5000999', licensetype: 'FRM' };
    putRows(service, 'us_co_professional_licenses', [{ ...licence, licensetype: 'EC' }, licence]);
    const { data } = await service.get<EntityData>('/api/v1/entity/CO:licenses:FRM.5000999');
    expect(data).toMatchObject({ id: 'CO:licenses:FRM.5000999', type: 'FRM', recordClass: 'license' });
    const { status } = await service.get('/api/v1/entity/CO:licenses:PE.5000999');
    expect(status).toBe(404);
    const sources = (await service.get<{ id: string; live: boolean }[]>('/api/v1/sources')).data;
    expect(sources.find(({ id }) => id === 'us_co_professional_licenses')?.live).toBe(true);
  });

  it('is kept: asked again, the portal is not; later it is, and an unchanged record keeps its time', async () => {
    await startColorado();
    const first = await service.get(ID);
    service.clock.now += HOUR_MS - 1_000;
    expect((await service.get(ID)).meta.lastUpdated).toBe(first.meta.lastUpdated);
    expect(service.portal.requests).toHaveLength(1);
    service.clock.now += 2_000;
    expect((await service.get(ID)).meta.lastUpdated).toBe(first.meta.lastUpdated);
    expect(service.portal.requests).toHaveLength(2);
  });

  it('is one read for requests at the same time', async () => {
    await startColorado();
    service.portal.behave(host, { kind: 'slow', ms: 100 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => service.get(ID)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
    expect(service.portal.requests).toHaveLength(1);
  });

  it('is neither counted nor among the loaded records', async () => {
    await startColorado();
    await service.get(ID);
    const { records } = (await service.get<{ id: string; records: number }[]>('/api/v1/sources')).data.find(
      ({ id }) => id === CO,
    ) ?? { records: -1 };
    expect(records).toBe(0);
    expect(await service.app.store.catalog.entities.get('CO:20251000101')).toBeUndefined();
  });

  it('is 404 and free where the portal has no such record, and not asked for again within five minutes', async () => {
    await startColorado();
    const missing = () => service.get('/api/v1/entity/CO:99999999999');
    const { status, body } = await missing();
    expect(status).toBe(404);
    expect(body.detail).toMatch(/nor the portal of Business Entities in Colorado contains /);
    expect((await missing()).headers.get('x-credits-cost')).toBe('0');
    expect(service.portal.requests).toHaveLength(1);
    service.clock.now += 5 * 60_000;
    await missing();
    expect(service.portal.requests).toHaveLength(2);
  });

  it('is not asked of a portal where no portal has ids like it', async () => {
    await startColorado();
    for (const id of ['VT:123', '9f1c6f0e-5d0b-4c7c-8f3b-2a6d51e07c44']) {
      expect((await service.get(`/api/v1/entity/${id}`)).status).toBe(404);
    }
    expect(service.portal.requests).toEqual([]);
  });

  it('is not asked of a portal where a loaded source holds the record', async () => {
    service = await startLive({ entities: { [CO]: [{ key: '20251000101', name: 'LOADED LLC' }] } });
    expect((await service.get<EntityData>(ID)).data.name).toBe('LOADED LLC');
    putRows(service, CO, [coloradoRow('20251000102', 'NEW LLC')]);
    const { data, meta } = await service.get<EntityData>('/api/v1/entity/CO:20251000102');
    expect([data.name, meta.live]).toEqual(['NEW LLC', true]);
    expect(service.portal.requests).toHaveLength(1);
  });

  it('only takes the very id for the answer: portals compare more loosely', async () => {
    service = await startLive();
    putRows(service, CO, [coloradoRow('20251000101', 'ASPEN'), { ...coloradoRow('1', 'ONE'), entityid: 1 }]);
    expect((await service.get('/api/v1/entity/CO:1')).status).toBe(200);
    expect((await service.get('/api/v1/entity/CO:01')).status).toBe(404);
    expect((await service.get("/api/v1/entity/CO:1' OR entityid='20251000101")).status).toBe(404);
  });
});

describe('a portal that does not answer', () => {
  it.each([
    ['is busy', { kind: 'busy' }],
    ['is down', { kind: 'fails', status: 500 }],
    ['hangs', { kind: 'hangs' }],
    ['breaks off', { kind: 'truncates' }],
    ['shows a page', { kind: 'maintenance' }],
    ['has retired the dataset', { kind: 'fails', status: 404 }],
  ] as const)('that %s is a 502 without a charge where nothing is kept', async (_what, behaviour) => {
    await startColorado({ deadlineMs: 300 });
    service.portal.behave(host, behaviour);
    const before = await service.creditsLeft();
    const { status, body } = await service.get(ID);
    expect(status).toBe(502);
    expect(body).toMatchObject({ error: { code: 'upstream_error' } });
    expect(body.detail).toMatch(
      /^data\.colorado\.gov .+\. There is no recent cached copy of "CO:20251000101"\.$/,
    );
    expect(await service.creditsLeft()).toBe(before);
  });

  it('is stood in for by what it said before, which the answer says', async () => {
    await startColorado();
    await service.get(ID);
    service.clock.now += 2 * HOUR_MS;
    service.portal.behave(host, { kind: 'fails', status: 503 });
    const { status, data, meta } = await service.get<EntityData>(ID);
    expect([status, data.name]).toEqual([200, 'ASPEN ROOFING LLC']);
    expect(meta).toMatchObject({ live: true, stale: true, creditsUsed: 1 });
  });

  it('gets a second try at once where its connection or answer broke', async () => {
    await startColorado();
    service.portal.behave(host, { kind: 'truncates' }, 1);
    expect((await service.get(ID)).status).toBe(200);
    expect(service.portal.requests).toHaveLength(2);
  });

  it('is left alone for as long as it asks', async () => {
    await startColorado();
    service.portal.behave(host, { kind: 'busy', retryAfter: '30' }, 1);
    expect((await service.get(ID)).status).toBe(502);
    service.clock.now += 29_000;
    expect((await service.get(ID)).status).toBe(502);
    expect(service.portal.requests).toHaveLength(1);
    service.clock.now += 2_000;
    expect((await service.get(ID)).status).toBe(200);
  });

  it('is left alone after failing five times in a row', async () => {
    await startColorado();
    service.portal.behave(host, { kind: 'fails', status: 500 });
    for (let n = 0; n < 6; n += 1) expect((await service.get(ID)).status).toBe(502);
    expect(service.portal.requests).toHaveLength(5);
  });

  it('is not asked more often than the account may in a minute, which is a free 429', async () => {
    await startColorado({ perMinute: 2 });
    service.clock.now = Math.ceil(service.clock.now / 60_000) * 60_000;
    const statuses: number[] = [];
    for (const id of [1, 2, 3]) statuses.push((await service.get(`/api/v1/entity/CO:${id}`)).status);
    expect(statuses).toEqual([404, 404, 429]);
    const refused = await service.get('/api/v1/entity/CO:3');
    expect(refused.headers.get('retry-after')).toBe('60');
    service.clock.now += 60_000;
    expect((await service.get('/api/v1/entity/CO:3')).status).toBe(404);
  });
});
