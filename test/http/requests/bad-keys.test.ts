import { afterEach, expect, test } from 'vitest';
import { hashApiKey } from '../../../src/domain/accounts/api-key.js';
import { bodyOf, type Service, startService } from '../support/service.js';

const UNKNOWN = 'dsr_live_00000000000000000000000000000005zJrl';
let service: Service;
let reads = 0;
afterEach(() => service.stop());

const start = async (trustProxy: readonly string[] = []) => {
  reads = 0;
  service = await startService({
    trustProxy,
    limits: { badKeysPerMinute: 3 },
    around: (ledger) => ({
      ...ledger,
      findKey: (hash, at) => {
        reads += 1;
        return ledger.findKey(hash, at);
      },
    }),
  });
};
const ask = async (key: string, headers: Record<string, string> = {}) =>
  service.get('/things/1?dry_run=true', { headers: { authorization: `Bearer ${key}`, ...headers } });
const statuses = async (keys: readonly string[], headers?: Record<string, string>) => {
  const found = [];
  for (const key of keys) found.push((await ask(key, headers)).status);
  return found;
};

test('after so many bad keys in a minute a bad key is a 429 until the next minute, and a good key is answered', async () => {
  await start();
  expect(await statuses([UNKNOWN, 'nonsense', UNKNOWN])).toEqual([401, 401, 401]);
  const refused = await ask(UNKNOWN);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect((await bodyOf(refused)).error.code).toBe('rate_limit_exceeded');
  reads = 0;
  expect(await statuses(['nonsense', service.key, UNKNOWN, service.key])).toEqual([429, 200, 429, 200]);
  expect(reads).toBe(2);
  service.clock.now += 30_000;
  expect(await statuses([service.key, UNKNOWN])).toEqual([200, 401]);
});

test('a key that was good before goes on working from that address', async () => {
  await start();
  expect(await statuses([service.key, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, service.key])).toEqual([
    200, 401, 401, 401, 429, 200,
  ]);
  service.clock.now += 5_000;
  expect((await ask(service.key)).status).toBe(200);
});

test('no key at all is no bad key', async () => {
  await start();
  const bare = () => fetch(`http://127.0.0.1:${service.port}/things/1`);
  for (let count = 0; count < 5; count += 1) expect((await bare()).status).toBe(401);
});

test('X-Forwarded-For is believed from a trusted proxy only; an IPv6 network counts as one', async () => {
  await start(['loopback']);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  expect(await statuses([UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN], from('203.0.113.7'))).toEqual([
    401, 401, 401, 429,
  ]);
  expect(await statuses([UNKNOWN], from('203.0.113.8'))).toEqual([401]);
  expect(await statuses([UNKNOWN, UNKNOWN, UNKNOWN], from('2001:db8::1'))).toEqual([401, 401, 401]);
  expect(await statuses([UNKNOWN], from('2001:db8:0:0:ffff::2'))).toEqual([429]);
  expect(await statuses([UNKNOWN], from('2001:db8:0:1::1'))).toEqual([401]);
  expect(await statuses([UNKNOWN], from('203.0.113.7:1001'))).toEqual([429]);
  await service.stop();
  await start();
  expect(await statuses([UNKNOWN, UNKNOWN, UNKNOWN], from('203.0.113.7'))).toEqual([401, 401, 401]);
  expect(await statuses([UNKNOWN], from('203.0.113.8'))).toEqual([429]);
});

test('of many bad keys and good ones at once from one address no good one is refused', async () => {
  await start();
  const sisters = await Promise.all(Array.from({ length: 5 }, () => service.newKey(['read'])));
  const keys = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? (sisters[at % 5]?.key ?? '') : UNKNOWN));
  const found = await Promise.all(keys.map(async (key) => [key, (await ask(key)).status] as const));
  const bad = found.filter(([key]) => key === UNKNOWN).map(([, status]) => status);
  expect(found.filter(([key, status]) => key !== UNKNOWN && status !== 200)).toEqual([]);
  expect(bad.filter((status) => status === 401)).toHaveLength(3);
  expect(bad.filter((status) => status === 429)).toHaveLength(37);
});

test('an expired key stays expired if the clock steps back, also for the next service on the ledger', async () => {
  await start();
  const { key } = await service.newKey(['read'], service.clock.now + 1_000);
  expect(await statuses([key])).toEqual([200]);
  service.clock.now += 1_000;
  expect(await statuses([key])).toEqual([401]);
  service.clock.now -= 500;
  expect(await statuses([key])).toEqual([401]);
  const found = await service.ledger.findKey(hashApiKey(key), service.clock.now);
  expect(found?.expired).toBe(true);
});
