import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toEntityRow } from '../../../src/ingest/map/entity-row.js';
import { startSample } from '../../contract/support/sample-service.js';
import { entitySource, type Reply, startService, type TestService } from '../../support/service.js';
import { openStore } from '../../support/store.js';

let service: TestService;
beforeAll(async () => {
  service = await startSample();
});
afterAll(() => service.close());

test('Last-Modified is the record’s own last change, and only where the record alone is answered', async () => {
  const { data } = await service.get<{ id: string }[]>('/api/v1/search?name=a&limit=100');
  // Nothing is dated before the load is two seconds old.
  await sleep(2_000);
  const replies = await Promise.all(
    data.map(async ({ id }): Promise<[string, Reply]> => {
      const path = `/api/v1/entity/${encodeURIComponent(id)}`;
      return [path, await service.get(path)];
    }),
  );
  const dated = replies.filter(([, { headers }]) => headers.has('last-modified'));
  expect(dated.length).toBeGreaterThan(0);
  for (const [path, { headers, meta }] of dated) {
    const date = headers.get('last-modified') ?? '';
    expect(Date.parse(date)).toBeGreaterThan(Date.parse(String(meta.lastUpdated)));
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    const request = { authorization: `Bearer ${service.key}`, 'if-modified-since': date };
    expect((await service.get(path, request)).status).toBe(304);
    const enriched = await service.get(`${path}?include=ucc`, request);
    expect([enriched.status, enriched.headers.get('last-modified')]).toEqual([200, null]);
  }
});

test('neither a record that came back nor one that changed during a load is told unchanged to whoever asked before', async () => {
  const started = Date.parse('2026-01-05T10:00:00Z');
  let now = started;
  const entity = (name: string) => ({ us_co_business_entities: [{ key: '1', name }] });
  const other = await startService({ entities: entity('First, LLC') }, { now: () => now });
  const store = await openStore(other.folder.path, { schema: 'current' });
  const source = entitySource('us_co_business_entities');
  const load = async (names: readonly string[], endsAt: number) => {
    const runId = await store.catalog.loads.start({
      sourceId: source.id,
      startedAt: now,
      inputs: [],
      publishedAt: null,
    });
    const stage = await store.catalog.loads.openEntityStage(runId, source.id);
    await stage.put(names.map((name) => toEntityRow(source, { key: '1', name })));
    const counts = stage.counts();
    now = endsAt;
    const { gone } = await (await stage.seal('source')).apply(() => undefined);
    await store.catalog.loads.finish(runId, {
      ...{
        ...counts,
        gone,
        outcome: 'done',
        finishedAt: now,
        rows: 1,
        bytes: 0,
        complete: true,
        warnings: [],
        error: null,
      },
    });
    await sleep(10);
  };
  const ask = (since?: number) =>
    other.get('/api/v1/entity/CO:1', {
      authorization: `Bearer ${other.key}`,
      ...(since !== undefined && { 'if-modified-since': new Date(since).toUTCString() }),
    });
  const dateOf = (reply: Reply) => Date.parse(reply.headers.get('last-modified') ?? '');
  let last = 0;
  for (const names of [[], ['First, LLC'], ['Renamed, LLC'], [], ['Renamed, LLC']]) {
    now += 60_000;
    const polledAt = now + 30_000;
    await load(names, now + 45_000);
    for (const since of [last, polledAt, now]) {
      if (since > 0) expect((await ask(since)).status).not.toBe(304);
    }
    now += 10_000;
    const reply = await ask();
    if (reply.headers.has('last-modified')) {
      expect(dateOf(reply)).toBeGreaterThanOrEqual(last);
      last = dateOf(reply);
      expect((await ask(last)).status).toBe(304);
    }
  }
  expect(last).toBeGreaterThan(started);
  await store.close();
  await other.close();
});
