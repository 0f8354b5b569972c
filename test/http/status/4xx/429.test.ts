import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf, type Service, startService } from '../../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService({ perMinute: 2 });
});
afterEach(() => service.stop());

const ask = () => service.get('/things/1?dry_run=true');

test('beyond the limit of the minute a request is refused until the next minute', async () => {
  await ask();
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect((await bodyOf(refused)).error.code).toBe('rate_limit_exceeded');
  service.clock.now += 29_999;
  expect((await ask()).status).toBe(429);
  service.clock.now += 1;
  expect((await ask()).status).toBe(200);
});

test('all keys of an account share its limit', async () => {
  const other = await service.newKey(['read']);
  await ask();
  await service.get('/things/1?dry_run=true', { headers: { authorization: `Bearer ${other.key}` } });
  expect((await ask()).status).toBe(429);
});

test('every answer tells the limit, what is left and when the minute ends', async () => {
  const headers = (await ask()).headers;
  const minuteEnd = Date.UTC(2026, 4, 5, 10, 21) / 1_000;
  expect(headers.get('x-ratelimit-limit')).toBe('2');
  expect(headers.get('x-ratelimit-remaining')).toBe('1');
  expect(headers.get('x-ratelimit-reset')).toBe(`${minuteEnd}`);
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=2;w=60');
  expect(headers.get('ratelimit')).toBe('"minute";r=1;t=30');
});
