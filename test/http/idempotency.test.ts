import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { inMemoryState } from '../../src/gateway/in-memory-state.js';
import { buildServer } from '../../src/http/server.js';
import { Database } from '../../src/store/sqlite/file/driver.js';
import type { PriceItem } from '../../src/store/store.js';
import { budget } from '../support/effort.js';
import { openLedger } from '../support/store.js';
import { inventedOperations, newWork } from './support/operations.js';
import { bodyOf, type Service, startService } from './support/service.js';

const DAY = 86_400_000;

let service: Service;
afterEach(() => service.stop());

const under = (key: string, path = '/things/1', init: RequestInit = {}) =>
  service.get(path, { ...init, headers: { 'idempotency-key': key, ...init.headers } });

test('a repeated request is charged once; the answer is computed again, says so and costs nothing', async () => {
  const work = newWork();
  service = await startService({ operations: inventedOperations(work) });
  const first = await under('k');
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect((await bodyOf(first)).meta.creditsUsed).toBe(1);
  const second = await under('k');
  expect(second.status).toBe(200);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('x-credits-cost')).toBe('0');
  expect(second.headers.get('x-credits-remaining')).toBe('99');
  const { data, meta } = await bodyOf(second);
  expect([data.id, meta.creditsUsed]).toEqual(['1', 0]);
  expect(work.runs).toEqual(['1', '1']);
  expect(await service.charges()).toEqual({ requests: 1, credits: 1, refunded: 0 });
});

test('the key is free before the first byte of the answer leaves, also where the request fails', async () => {
  const shared = inMemoryState();
  const answers: ServerResponse[] = [];
  const seen: boolean[] = [];
  const leave = async (name: string) => {
    await nextTurn();
    await shared.leave(name);
    seen.push(answers.at(-1)?.headersSent ?? true);
  };
  service = await startService({ shared: { ...shared, leave } });
  service.app.node.prependListener('request', (_, answer) => answers.push(answer));
  for (const path of ['/things/1', '/things/1', '/things/missing']) await under('k', path);
  for (const path of ['/things/missing', '/things/broken']) await under('other', path);
  expect(seen).toEqual([false, false, false, false, false]);
});

test('where nobody can be told that the key is free the answer leaves all the same', async () => {
  const leave = () => Promise.reject(new Error('The main thread is gone.'));
  service = await startService({ shared: { ...inMemoryState(), leave } });
  expect((await under('k')).status).toBe(200);
});

test('a repetition needs no credits', async () => {
  service = await startService({ credits: 1 });
  expect((await under('k')).status).toBe(200);
  expect((await under('k')).status).toBe(200);
  expect((await under('other')).status).toBe(402);
});

test('the order of parameters makes no other request; another value, path or operation does: 422, free', async () => {
  service = await startService();
  await under('k', '/things/1?size=a&colour=red');
  expect((await under('k', '/things/1?colour=red&size=a')).headers.get('idempotency-replayed')).toBe('true');
  for (const path of ['/things/1?size=b&colour=red', '/things/2?size=a&colour=red', '/list?q=a']) {
    const reused = await under('k', path);
    expect(reused.status).toBe(422);
    expect((await bodyOf(reused)).error.code).toBe('idempotency_key_reused');
  }
  expect(await service.charges()).toMatchObject({ requests: 1 });
});

test('a key that was used for another request is a 422 if nothing would be charged, too: 402, error and 304', async () => {
  service = await startService({ credits: 2 });
  await under('k');
  const etag = (await service.get('/things/3')).headers.get('etag') ?? '';
  expect((await under('k', '/things/missing')).status).toBe(422);
  expect((await under('k', '/things/3', { headers: { 'if-none-match': etag } })).status).toBe(422);
  expect((await under('k', '/list?q=a')).status).toBe(422);
  expect((await under('other', '/list?q=a')).status).toBe(402);
  expect((await under('k')).status).toBe(200);
});

test('while the first is running the second is a 409, and another request a 422; afterwards it is a repetition', async () => {
  const work = newWork();
  let finish = () => {};
  work.hold = new Promise((resolve) => {
    finish = resolve;
  });
  service = await startService({ operations: inventedOperations(work) });
  const first = under('k');
  while (work.runs.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect((await bodyOf(await under('k'))).error.code).toBe('idempotency_in_flight');
  expect((await under('k', '/things/2')).status).toBe(422);
  finish();
  expect((await first).status).toBe(200);
  expect((await under('k')).headers.get('idempotency-replayed')).toBe('true');
  expect(await service.charges()).toMatchObject({ requests: 1 });
});

test('accounts do not share keys, keys of one account do', async () => {
  service = await startService();
  await under('k');
  const sister = await service.newKey(['read']);
  const again = await under('k', '/things/1', { headers: { authorization: `Bearer ${sister.key}` } });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('after 24 hours the key is free again', async () => {
  service = await startService();
  await under('k');
  service.clock.now += DAY - 1;
  expect((await under('k')).headers.get('idempotency-replayed')).toBe('true');
  service.clock.now += 1;
  expect((await under('k', '/list?q=a')).status).toBe(200);
  expect(await service.charges()).toMatchObject({ requests: 2, credits: 3 });
});

test('what was not charged is not remembered: errors, 304 and previews', async () => {
  service = await startService();
  expect((await under('k', '/things/missing')).status).toBe(404);
  expect((await under('k', '/things/1?dry_run=true')).status).toBe(200);
  const etag = (await service.get('/things/3')).headers.get('etag') ?? '';
  expect((await under('k', '/things/3', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await under('k', '/things/1')).headers.get('idempotency-replayed')).toBeNull();
  expect(await service.charges()).toMatchObject({ requests: 2 });
});

test.each([' ', 'a b', 'ä', '', 'x'.repeat(256)])(
  'the key %j is a 400 that names the header',
  async (key) => {
    service = await startService();
    const raw = await service.raw(
      `GET /things/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${service.key}\r\nIdempotency-Key: ${key}\r\n\r\n`,
    );
    expect(raw).toContain('HTTP/1.1 400');
    expect(raw).toContain('"parameter":"Idempotency-Key"');
  },
);

test('a request that failed because the ledger was locked is not remembered: its repetition is charged, once', async () => {
  service = await startService();
  await under('before');
  const other = new Database(service.ledgerPath);
  other.exec('BEGIN IMMEDIATE');
  expect((await under('k')).status).toBe(503);
  other.exec('ROLLBACK');
  other.close();
  expect((await under('k')).headers.get('idempotency-replayed')).toBeNull();
  expect((await under('k')).headers.get('idempotency-replayed')).toBe('true');
  expect(await service.charges()).toMatchObject({ requests: 2 });
});

test('over two servers on one ledger a request under way on both is charged once, and each answer says what it cost', async () => {
  const work = newWork();
  let finish = () => {};
  work.hold = new Promise((resolve) => {
    finish = resolve;
  });
  service = await startService({ operations: inventedOperations(work), credits: 1 });
  const ledger = openLedger({ path: service.ledgerPath, schema: 'current' });
  const other = buildServer({
    operations: inventedOperations(work),
    ledger,
    clock: () => service.clock.now,
    log: { error: () => {}, warn: () => {}, info: () => {} },
    readiness: () => ({ ready: true }),
    corsOrigins: [],
  });
  const otherUrl = await other.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${service.key}`, 'idempotency-key': 'k' };
  const both = [under('k'), fetch(`${otherUrl}/things/1`, { headers })];
  while (work.runs.length < 2) await new Promise((resolve) => setImmediate(resolve));
  finish();
  const answers = await Promise.all(both);
  const costs = await Promise.all(answers.map(async (answer) => (await bodyOf(answer)).meta.creditsUsed));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(costs.map(Number).sort()).toEqual([0, 1]);
  expect(answers.map(({ headers }) => headers.get('idempotency-replayed')).sort()).toEqual([null, 'true']);
  expect(await service.charges()).toMatchObject({ requests: 1, credits: 1 });
  await other.close();
  await ledger.close();
});

test('many at once under few keys: each request is charged exactly once, whatever the order', async () => {
  const request = fc.record({ key: fc.constantFrom('a', 'b', 'c'), id: fc.constantFrom('1', '2') });
  const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 24 }), async (requests) => {
    const before = await service.charges();
    const run = randomUUID();
    const answers = await Promise.all(
      requests.map(async ({ key, id }) => {
        const response = await under(`${run}-${key}`, `/things/${id}`);
        const replayed = response.headers.get('idempotency-replayed') === 'true';
        return { key, id, status: response.status, replayed };
      }),
    );
    const paid = answers.filter(({ status, replayed }) => status === 200 && !replayed);
    expect(new Set(paid.map(({ key }) => key)).size).toBe(paid.length);
    for (const { key, id, status } of answers) {
      const owner = paid.find((answer) => answer.key === key);
      expect([200, 409, 422]).toContain(status);
      expect(owner).toBeDefined();
      if (owner?.id === id) expect([200, 409]).toContain(status);
      else expect(status).toBe(422);
    }
    expect((await service.charges()).requests - before.requests).toBe(paid.length);
  });
  service = await startService({ credits: 1_000_000, perMinute: 1_000_000 });
  await fc.assert(property, { numRuns: budget(60) });
});

test('what was not paid for the first time is charged when a repetition answers it, and only that', async () => {
  let failing: readonly PriceItem['item'][] = ['ucc', 'ppp'];
  const operations = inventedOperations().map((operation) => ({
    ...operation,
    run: async (...request: Parameters<typeof operation.run>) => ({
      ...(await operation.run(...request)),
      unavailable: failing,
    }),
  }));
  service = await startService({ operations, credits: 10 });
  const path = '/things/1?include=ucc&include=ppp';
  const cost = async () => {
    const response = await under('k', path);
    const { meta } = await bodyOf(response);
    expect(response.headers.get('x-credits-cost')).toBe(String(meta.creditsUsed));
    return [meta.creditsUsed, response.headers.get('idempotency-replayed')];
  };
  expect(await cost()).toEqual([1, null]);
  expect(await cost()).toEqual([0, 'true']);
  failing = ['ppp'];
  expect(await cost()).toEqual([1, 'true']);
  failing = ['ucc'];
  expect(await cost()).toEqual([1, 'true']);
  failing = [];
  expect(await cost()).toEqual([0, 'true']);
  expect(await service.charges()).toEqual({ requests: 3, credits: 3, refunded: 0 });
});

test('a repetition whose unpaid rest the balance does not cover is a 402 before any work', async () => {
  const work = newWork();
  service = await startService({ operations: inventedOperations(work), credits: 2 });
  // Of a quote of 2 the invented operation charges 1: the token `ppp` is always unavailable.
  expect((await under('k', '/things/1?include=ppp')).headers.get('x-credits-cost')).toBe('1');
  expect((await under('other', '/things/2')).status).toBe(200);
  service.clock.now += 2_000;
  expect((await under('k', '/things/1?include=ppp')).status).toBe(402);
  expect(work.runs).toEqual(['1', '2']);
});
