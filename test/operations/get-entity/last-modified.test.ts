import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSample } from '../../contract/support/sample-service.js';
import type { Reply, TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startSample();
});
afterAll(() => service.close());

test('Last-Modified is the record’s own last change, and only where the record alone is answered', async () => {
  const { data } = await service.get<{ id: string }[]>('/api/v1/search?name=a&limit=100');
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
    expect(Math.floor(Date.parse(String(meta.lastUpdated)) / 1_000) * 1_000).toBe(Date.parse(date));
    const asked = { authorization: `Bearer ${service.key}`, 'if-modified-since': date };
    expect((await service.get(path, asked)).status).toBe(304);
    const enriched = await service.get(`${path}?include=ucc`, asked);
    expect([enriched.status, enriched.headers.get('last-modified')]).toEqual([200, null]);
  }
});
