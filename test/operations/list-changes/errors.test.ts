import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NewChangesWatch } from '../../../src/serving/data/new-changes.js';
import { amidAMinute } from '../../support/clock/minute.js';
import { fill, startService, type TestService } from '../../support/service.js';

const COLORADO = 'us_co_business_entities';
const load = (key: string) => ({ entities: { [COLORADO]: [{ key, name: `NAME ${key}` }] } });

let service: TestService;
beforeAll(async () => {
  service = await startService(load('1'));
});
afterAll(() => service.close());

const status = async (key: string, query = '') =>
  (await service.get(`/api/v1/changes?${query}`, { authorization: `Bearer ${key}` })).status;

describe('GET /api/v1/changes refuses', () => {
  it.each([
    ['cursor=yesterday', ['cursor']],
    ['since=spring', ['since']],
    ['since=2026-02-30T00:00:00Z', ['since']],
    ['limit=0&wait=-1', ['limit', 'wait']],
    ['state=Columbia', ['state']],
    ['kind=added&recordType=award', ['kind', 'recordType']],
    ['cik=apple', ['cik']],
    ['fields=status,staus', ['fields']],
    ['id=CO:1&id=CO:2', ['id']],
    ['id=CO:20999999999', ['id']],
    ['id=00000000-0000-4000-8000-000000000000', ['id']],
  ])('%s with a 400 that names the parameters, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/changes?${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((fault) => fault.parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('no key, an empty balance, a missing scope and too many requests', async () => {
    expect((await service.get('/api/v1/changes', {})).status).toBe(401);
    expect(await status(await service.newKey({ credits: 0 }))).toBe(402);
    expect(await status(await service.newKey({ scopes: ['usage'] }))).toBe(403);
    const slow = await service.newKey({ perMinute: 1 });
    await amidAMinute();
    expect([await status(slow), await status(slow)]).toContain(429);
  });

  it('a path below it with a 404', async () => {
    expect((await service.get('/api/v1/changes/1')).status).toBe(404);
  });

  it('a cursor behind which events are deleted with a 410 that says where to go on, free of charge', async () => {
    const { catalog } = service.app.store;
    const first = (await service.get('/api/v1/changes?limit=1')).meta.oldestCursor;
    await fill(catalog, load('2'));
    await catalog.feed.expire(Date.now() + 1);
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/changes?cursor=${first}`);
    expect([status, (body.error as { code: string }).code]).toEqual([410, 'cursor_expired']);
    expect(body).toMatchObject({ export: '/api/v1/exports' });
    expect(await service.creditsLeft()).toBe(before);
    const rest = await service.get(`/api/v1/changes?cursor=${body.oldestCursor}`);
    expect([rest.status, (rest.data as unknown[]).length]).toEqual([200, 1]);
    const foreign = String(rest.meta.cursor).replace(/^[0-9a-f]{12}/, '0123456789ab');
    expect((await service.get(`/api/v1/changes?cursor=${foreign}`)).status).toBe(410);
    const ahead = String(rest.meta.cursor).replace(/-.*/, '-zzzz');
    expect((await service.get(`/api/v1/changes?cursor=${ahead}`)).status).toBe(410);
  });

  it('no stop: whoever waits is answered when the service ends', async () => {
    const other = await startService(load('1'));
    const waits = vi.spyOn(NewChangesWatch.prototype, 'behind');
    const waiting = other.get('/api/v1/changes?cursor=now&wait=60');
    await expect.poll(() => waits.mock.calls).toHaveLength(1);
    waits.mockRestore();
    const began = performance.now();
    await other.close();
    expect((await waiting).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
