import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startSample();
});
afterAll(() => service.close());

test('Last-Modified is the record’s own last change, and only where the record alone is answered', async () => {
  const plain = await service.get('/api/v1/entity/CO:20001555002');
  const date = plain.headers.get('last-modified') ?? '';
  expect(Math.floor(Date.parse(String(plain.meta.lastUpdated)) / 1_000) * 1_000).toBe(Date.parse(date));
  const headers = { authorization: `Bearer ${service.key}`, 'if-modified-since': date };
  expect((await service.get('/api/v1/entity/CO:20001555002', headers)).status).toBe(304);
  const enriched = await service.get('/api/v1/entity/CO:20001555002?include=ucc', headers);
  expect([enriched.status, enriched.headers.get('last-modified')]).toEqual([200, null]);
});
