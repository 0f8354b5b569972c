import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindingItem, LoadItem } from '../../../src/contract/service/operating.js';
import { inheritedEnv } from '../../support/processes/process.js';
import { type LobbyingApi, startLobbyingApi } from '../../support/servers/lobbying-api.js';
import { startService, type TestService } from '../../support/service.js';
import { adminClient, type Post } from './admin-client.js';

const SOURCE = 'us_lda_filings';

let api: LobbyingApi;
let service: TestService;
let post: Post;
beforeEach(async () => {
  api = await startLobbyingApi(Date.now);
  const environment = { ...inheritedEnv(), DOSSIER_LDA_URL: api.base, DOSSIER_PORT: '0' };
  service = await startService({}, { environment });
  post = await adminClient(service);
});
afterEach(async () => {
  await service.close();
  api.close();
});

const filing = (n: number) => ({
  filing_uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  filing_type: 'Q1',
  filing_year: 2026,
  filing_period: 'first_quarter',
  income: '50000.00',
  expenses: null,
  dt_posted: `2026-04-02T10:${String(n % 60).padStart(2, '0')}:00-04:00`,
  registrant: { id: 1, name: 'INVENTED PARTNERS' },
  client: { id: n, name: `CLIENT ${n} CORPORATION`, state: 'MD', country: 'US' },
  lobbying_activities: [],
});
const filings = (count: number) => Array.from({ length: count }, (_, n) => filing(n));

async function list<Item>(path: string): Promise<readonly Item[]> {
  const admin = await service.newKey({ scopes: ['admin'] });
  return (await service.get<Item[]>(`/api/v1/admin${path}`, { authorization: `Bearer ${admin}` })).data;
}
const loads = () => list<LoadItem>('/loads');
const load = async () => (await loads()).find(({ sourceId }) => sourceId === SOURCE);
const audited = async () =>
  (await list<{ action: string; target: string }>('/audit')).map(({ action }) => action);

describe('loads of an operator', () => {
  it('lists what can be fetched, and starts one that is then served, with a row in the audit log', async () => {
    api.filings = filings(20);
    expect(await load()).toMatchObject({ loaded: false, state: 'idle', startedHere: false, failure: null });
    expect((await loads()).some(({ sourceId }) => sourceId === 'us_ak_corporations')).toBe(false);
    const { status, data } = await post('/loads', { sourceId: SOURCE });
    expect([status, data]).toMatchObject([200, { state: 'fetching', startedHere: true }]);
    expect((await post('/loads', { sourceId: SOURCE })).code).toBe('conflict');
    await expect.poll(load).toMatchObject({ loaded: true, state: 'idle', failure: null });
    expect((await audited()).filter((action) => action.startsWith('load.'))).toEqual(['load.start']);
    const { data: found } = await service.get<unknown[]>('/api/v1/lobbying/search?client_name=client%205');
    expect(found).toHaveLength(1);
  });

  it('stops one that was started here, and leaves nothing of it', async () => {
    // The publisher is asked for a page every four seconds.
    api.filings = filings(250);
    await post('/loads', { sourceId: SOURCE });
    await expect.poll(() => api.requested.length).toBeGreaterThan(0);
    expect((await post('/loads', { sourceId: 'us_co_business_entities' })).code).toBe('conflict');
    const { status, data } = await post(`/loads/${SOURCE}/stop`);
    expect([status, data]).toMatchObject([
      200,
      { state: 'idle', startedHere: false, loaded: false, failure: null },
    ]);
    expect((await post(`/loads/${SOURCE}/stop`)).code).toBe('conflict');
    expect(await audited()).toContain('load.stop');
  });

  it('says why one failed', async () => {
    api.before = () => 'forbids';
    await post('/loads', { sourceId: SOURCE });
    await expect.poll(load).toMatchObject({ state: 'idle', failure: expect.stringContaining('403') });
  });

  it('refuses a source that is handed in, and one that is unknown', async () => {
    expect((await post('/loads', { sourceId: 'us_ak_corporations' })).code).toBe('invalid_params');
    expect((await post('/loads/nothing/stop')).code).toBe('not_found');
  });

  it('finds what doctor finds', async () => {
    const findings = await list<FindingItem>('/findings');
    expect(findings.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['folder', 'ledger', 'index', 'runs']),
    );
    expect(findings.filter(({ ok, cure }) => !ok && cure === null)).toEqual([]);
  });
});
