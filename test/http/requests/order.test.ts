import { afterEach, expect, test } from 'vitest';
import { inventedOperations, newWork } from '../support/operations.js';
import { type Service, startService } from '../support/service.js';

/** One request that is wrong in every way, cured step by step: each check is met in its turn. */
let service: Service;
afterEach(() => service.stop());

test('the order is 401, 403, 429, 400, 402, then the work', async () => {
  const work = newWork();
  service = await startService({ credits: 1, perMinute: 1, operations: inventedOperations(work) });
  const usageOnly = await service.newKey(['usage']);
  const ask = async (key: string, path: string) =>
    (await service.get(path, { headers: { authorization: `Bearer ${key}` } })).status;
  const wrong = '/things/bad?colour=green&include=ucc';

  expect(await ask(service.key, '/things/1?dry_run=true')).toBe(200);
  expect(await ask('nonsense', wrong)).toBe(401);
  expect(await ask(usageOnly.key, wrong)).toBe(403);
  expect(await ask(service.key, wrong)).toBe(429);
  service.clock.now += 60_000;
  expect(await ask(service.key, wrong)).toBe(400);
  service.clock.now += 60_000;
  expect(await ask(service.key, '/things/missing?include=ucc')).toBe(402);
  expect(work.runs).toEqual([]);
  service.clock.now += 60_000;
  expect(await ask(service.key, '/things/missing')).toBe(404);
  expect(work.runs).toEqual(['missing']);
});
