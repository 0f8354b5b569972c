import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp } from '../../src/app.js';
import { LOOKS_PER_MINUTE } from '../../src/contract/reconcile.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-token-'));
  token = await service.newKey({ scopes: ['reconcile'] });
});
afterAll(() => service.close());

const at = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init);

test('a path takes a token of its own alone', async () => {
  const other = await service.newKey({ scopes: ['read'] });
  const more = await service.newKey({ scopes: ['read', 'reconcile'] });
  const statuses = await Promise.all(
    [token, other, more, 'dsr_test_wrong'].map((one) => at(`/reconcile/k/${one}`)),
  );
  expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 401]);
});

test('the token does nothing elsewhere, and no key of the API works without a path', async () => {
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  expect((await at('/api/v1/match?name=willow', bearer)).status).toBe(403);
  expect((await at('/api/v1/entity/CO:20221555001', bearer)).status).toBe(403);
  expect((await at('/api/v1/usage', bearer)).status).toBe(403);
  expect((await at('/reconcile', { headers: { authorization: `Bearer ${service.key}` } })).status).toBe(404);
});

test('a token that is revoked ends', async () => {
  const ended = await service.newKey({ scopes: ['reconcile'] });
  expect((await at(`/reconcile/k/${ended}`)).status).toBe(200);
  const { ledger } = service.app.store;
  for (const { id, prefix } of await ledger.listKeys(null)) {
    if (ended.startsWith(prefix)) await ledger.revokeKey(id, Date.now());
  }
  await expect.poll(async () => (await at(`/reconcile/k/${ended}`)).status).toBe(401);
});

test('pages of all origins may read every answer, errors and unknown paths too', async () => {
  const origin = { origin: 'https://refine.example' };
  const requested = [
    [`/reconcile/k/${token}`, 200],
    [`/reconcile/k/${token}/properties`, 200],
    [`/reconcile/k/${token}/nothing`, 404],
    ['/reconcile/k/dsr_test_wrong', 401],
  ] as const;
  for (const [path, status] of requested) {
    const response = await at(path, { headers: origin });
    expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      path,
      status,
      '*',
    ]);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  }
  const preflight = await at(`/reconcile/k/${token}`, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(
    (await at('/api/v1/sources', { headers: origin })).headers.get('access-control-allow-origin'),
  ).toBeNull();
});

test('only the preview may be framed, and it tells its address to nobody', async () => {
  const preview = await at(`/reconcile/k/${token}/preview?id=CO:20221555001`);
  const policy = preview.headers.get('content-security-policy') ?? '';
  expect(policy).toContain('frame-ancestors *');
  expect(policy).not.toContain('script-src');
  expect(preview.headers.get('referrer-policy')).toBe('no-referrer');
  expect(preview.headers.get('x-frame-options')).toBeNull();
});

test('the token stands in no problem document and in no line of the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await openApp({ folder: service.folder, log, now: Date.now });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    for (const path of ['', '/nothing', '/preview?id=CO:1', '?queries=%7B', '/suggest/entity?prefix=wil']) {
      const response = await fetch(`${url}/reconcile/k/${token}${path}`);
      if (path !== '') expect(await response.text()).not.toContain(token);
      else expect((await response.json()) as object).toHaveProperty('versions');
    }
  } finally {
    await app.close();
  }
  expect(lines.join('')).toContain('reconcile');
  expect(lines.join('')).not.toContain(token);
});

test.each([
  ['//reconcile/k/TOKEN', 200],
  ['/reconcile//k/TOKEN', 200],
  ['/%72econcile/%6b/TOKEN', 200],
  ['/reconcile/k/TOKEN/', 200],
  ['//reconcile/k/TOKEN/nothing', 404],
  ['/%72econcile//k/TOKEN/nothing', 404],
  ['/x/../reconcile/k/TOKEN', 404],
  ['/x/TOKEN', 404],
  ['/RECONCILE/k/TOKEN', 404],
  ['/reconcile/k/wrong/TOKEN', 401],
])('%s shows no token, and is the same path for all origins', async (pattern, status) => {
  const escaped = token.replace('d', '%64');
  for (const one of [token, escaped]) {
    const { port } = new URL(service.url);
    const path = pattern.replace('TOKEN', one);
    const call = request({ host: '127.0.0.1', port, path, headers: { origin: 'https://a.example' } }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    if (status === 404 || status === 401) {
      expect(text).not.toContain(token.slice(-20));
      expect(JSON.parse(text).status).toBe(pattern.includes('wrong') ? 404 : status);
    } else expect(response.statusCode).toBe(status);
    const isOfReconcile = /^\/+(?:r|%72)econcile\/+(?:k|%6b)\//.test(pattern);
    expect(response.headers['access-control-allow-origin']).toBe(isOfReconcile ? '*' : undefined);
  }
});

test('what answers of the protocol itself are counted too', async () => {
  const limited = await service.newKey({ scopes: ['reconcile'], perMinute: 2 });
  const manifest = async () => (await at(`/reconcile/k/${limited}`)).status;
  expect([await manifest(), await manifest(), await manifest()]).toEqual([200, 200, 429]);
  const words = async (path: string) => (await at(`/reconcile/k/${limited}${path}`)).status;
  const paths = [
    '/properties',
    '/suggest/property?prefix=n',
    '/suggest/type',
    '/flyout/type?id=organization',
  ];
  let left = LOOKS_PER_MINUTE;
  while (left > 0) {
    const some = Math.min(left, 50);
    const statuses = await Promise.all(
      Array.from({ length: some }, (_, place) => words(paths[place % paths.length] ?? '')),
    );
    expect(statuses).not.toContain(429);
    left -= some;
  }
  for (const path of paths) expect(await words(path)).toBe(429);
});
