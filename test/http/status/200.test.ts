import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { bodyOf, type Service, startService } from '../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

test('an answer is data and meta, with what was charged and the request id', async () => {
  const response = await service.get('/things/CO:1', { headers: { 'x-request-id': 'mine-1' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await bodyOf(response)).toEqual({
    data: { id: 'CO:1', name: 'Café ' },
    meta: { source: 'Invented', absent: { type: 'withheld' }, creditsUsed: 1, requestId: 'mine-1' },
  });
});

test('a field that the contract does not declare cannot leave', async () => {
  const text = await (await service.get('/list?q=a')).text();
  expect(text).not.toContain('never leaves');
  expect(JSON.parse(text).data).toEqual([{ id: 'a', note: null }]);
  expect(await (await service.get('/things/1')).text()).not.toContain('never leaves');
});

test('exactly the quoted price is charged, and a token that failed at request time is not', async () => {
  expect((await bodyOf(await service.get('/list?q=a'))).meta.creditsUsed).toBe(2);
  const enriched = await service.get('/things/1?include=ucc&include=ppp');
  expect((await bodyOf(enriched)).meta.creditsUsed).toBe(2);
  expect(enriched.headers.get('x-credits-cost')).toBe('2');
  expect(await service.available()).toBe(96);
});

test('unknown parameters are ignored and named', async () => {
  const { meta } = await bodyOf(await service.get('/things/1?colour=red&color=blue&limit=5'));
  expect(meta.ignoredParameters).toEqual(['color', 'limit']);
});

test('a free operation needs no key, costs nothing and speaks of no credits', async () => {
  const response = await fetch(`http://127.0.0.1:${service.port}/open`);
  expect(response.status).toBe(200);
  expect((await bodyOf(response)).meta).toMatchObject({ creditsUsed: 0 });
  expect([...response.headers.keys()].filter((name) => /credits|ratelimit/.test(name))).toEqual([]);
});

test('whatever letters it has, a text arrives as it is', async () => {
  const texts = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
    .filter((text) => text.trim() === text);
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const response = await service.get(`/list?q=${encodeURIComponent(text)}`);
      const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
      expect(data[0]?.id).toBe(text);
    }),
    { numRuns: budget(40) },
  );
});

test('the path is percent-decoded once', async () => {
  const { data } = await bodyOf(await service.get('/things/NY%3Aa%2Fb%2525'));
  expect(data.id).toBe('NY:a/b%25');
});

test.each([
  ['gzip, br', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
] as const)('a long body goes out compressed where the client takes it (%s)', async (accepted, coding) => {
  const response = await service.get('/things/long', { headers: { 'accept-encoding': accepted } });
  expect(response.headers.get('content-encoding')).toBe(coding);
  expect((await bodyOf(response)).data.name.length).toBeGreaterThan(5_000);
});

test('a short body and a client that takes no coding get plain bytes', async () => {
  const plain = await service.get('/things/long', { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const short = await service.get('/things/1', { headers: { 'accept-encoding': 'br' } });
  expect(short.headers.get('content-encoding')).toBeNull();
});
