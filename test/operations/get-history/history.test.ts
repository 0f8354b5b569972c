import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeItem } from '../../../src/contract/changes.js';
import { amidAMinute } from '../../support/clock/minute.js';
import { fill, startService, type TestService } from '../../support/service.js';

const COLORADO = 'us_co_business_entities';
const load = (status: string) => ({ entities: { [COLORADO]: [{ key: '1', name: 'ASPEN LLC', status }] } });
const DAY_MS = 86_400_000;

interface History {
  readonly events: readonly ChangeItem[];
  readonly outcome?: string;
  readonly record?: { readonly id: string; readonly status: string } | null;
  readonly knownSince: string;
}

let service: TestService;
const times: number[] = [];
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
beforeAll(async () => {
  service = await startService(load('Exists'));
  for (const status of ['Delinquent', 'Dissolved']) {
    await pause();
    times.push(Date.now());
    await pause();
    await fill(service.app.store.catalog, load(status));
  }
  await pause();
});
afterAll(() => service.close());

const history = (query = '', id = 'CO:1') =>
  service.get<History>(`/api/v1/entity/${id}/history${query && `?${query}`}`);
const at = (index: number) => new Date(times[index] ?? 0).toISOString();

describe('GET /api/v1/entity/{id}/history', () => {
  it('tells the newest change first, and costs one credit', async () => {
    const before = await service.creditsLeft();
    const { status, data, meta } = await history();
    expect(status).toBe(200);
    expect(data.events.map(({ changes }) => changes)).toEqual([
      [{ field: 'status', from: 'Delinquent', to: 'Dissolved' }],
      [{ field: 'status', from: 'Exists', to: 'Delinquent' }],
    ]);
    expect(meta).toMatchObject({ hasMore: false, creditsUsed: 1 });
    expect(await service.creditsLeft()).toBe(before - 1);
  });

  it('comes in pages', async () => {
    const { data, meta } = await history('limit=1');
    expect([data.events.length, meta.hasMore]).toEqual([1, true]);
    const older = await history(`limit=1&cursor=${meta.cursor}`);
    expect(older.data.events[0]?.changes[0]).toMatchObject({ to: 'Delinquent' });
    expect(older.meta).toMatchObject({ hasMore: false });
  });

  it('gives the record as it was held at a time', async () => {
    expect((await history(`at=${at(0)}`)).data).toMatchObject({
      outcome: 'held',
      record: { id: 'CO:1', status: 'Exists' },
      events: [],
    });
    const second = (await history(`at=${at(1)}`)).data;
    expect([second.record?.status, second.events.length]).toEqual(['Delinquent', 1]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await history(`at=${today}`)).data.record?.status).toBe('Dissolved');
  });

  it('is an item of a batch', async () => {
    const body = { items: [{ operation: 'getHistory', parameters: { id: 'CO:1', limit: 1 } }] };
    const response = await fetch(`${service.url}/api/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: { status: number; data: History }[] };
    expect([data[0]?.status, data[0]?.data.events.length]).toEqual([200, 1]);
  });

  it.each([
    ['at=yesterday', ['at']],
    ['at=2020-01-01', ['at']],
    [`at=${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}`, ['at']],
    ['since=2026-11-24&at=2026-11-23', ['since']],
    ['limit=none&cursor=x', ['limit', 'cursor']],
  ])('refuses %s with a 400, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await history(query);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((fault) => fault.parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('refuses an unknown id, a bad key, an empty balance, a foreign cursor and too many requests', async () => {
    const as = async (key: string) =>
      (await service.get('/api/v1/entity/CO:1/history', { authorization: `Bearer ${key}` })).status;
    const before = await service.creditsLeft();
    expect((await history('', 'CO:404')).status).toBe(404);
    expect((await history('cursor=0123456789ab-1')).status).toBe(410);
    expect((await history('', 'no-id')).status).toBe(400);
    expect(await service.creditsLeft()).toBe(before);
    expect((await service.get('/api/v1/entity/CO:1/history', {})).status).toBe(401);
    expect(await as(await service.newKey({ credits: 0 }))).toBe(402);
    const slow = await service.newKey({ perMinute: 1 });
    await amidAMinute();
    expect([await as(slow), await as(slow)]).toContain(429);
  });
});
