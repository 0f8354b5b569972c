import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../../src/contract/vocabulary.js';
import { PAGES } from '../../../src/web/index.js';
import { startService, type TestService } from '../../support/service.js';

/** Every route that reads a body counts its caller and checks the body's size before the first byte of the body. */
const ALL: readonly Scope[] = ['read', 'usage', 'webhooks', 'admin'];
let service: TestService;
let spent: string;
let spentToken: string;
let key: string;
let token: string;
beforeAll(async () => {
  service = await startService({}, { web: { access: 'key', localOnly: false, contact: null } });
  key = await service.newKey({ scopes: ALL });
  token = await service.newKey({ scopes: ['reconcile'] });
  spent = await service.newKey({ scopes: ALL, perMinute: 1 });
  spentToken = await service.newKey({ scopes: ['reconcile'], perMinute: 1 });
});
afterAll(() => service.close());

interface Sent {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly key?: string;
}

/** Announces a body and sends nothing of it; gives the status. */
async function announce({ path, type, bytes, key }: Sent): Promise<number> {
  const { hostname, port, host } = new URL(service.url);
  const headers = {
    ...{ 'content-type': type, 'content-length': bytes, origin: `http://${host}` },
    ...{ accept: 'application/json, text/event-stream' },
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const call = request({ hostname, port, path, method: 'POST', headers });
  call.on('error', () => undefined);
  call.flushHeaders();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  call.destroy();
  return response.statusCode ?? 0;
}

/** Uses up the minute, of which one may have started since the last time. */
async function spend(): Promise<void> {
  await service.get('/api/v1/search?name=a', { authorization: `Bearer ${spent}` });
  await service.get(`/reconcile/k/${spentToken}`, {});
}

const filled = (path: string) => path.replaceAll(/:\w+/g, 'x');
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const HUGE = 1e9;

/** Deliveries and new lists have limits of their own, which are not used up here. */
const OWN_LIMIT = /\/(?:replay|lists)$/;

/** Paths of the API that read JSON, of clients and of operators. */
async function jsonPaths(): Promise<readonly string[]> {
  const documents = await Promise.all(
    ['/openapi.json', '/openapi.admin.json'].map(async (path) => (await fetch(service.url + path)).json()),
  );
  const paths = documents.flatMap(({ paths }) => Object.entries(paths as Record<string, { post?: object }>));
  const reading = paths.flatMap(([path, { post }]) => (post && 'requestBody' in post ? [path] : []));
  expect(reading.length).toBeGreaterThan(5);
  return [...reading.map((path) => path.replaceAll(/\{\w+\}/g, 'x')), '/mcp'];
}

test('JSON: 401 without a key, 429 in a minute that is used up, 413 for a body that is too large', async () => {
  for (const path of await jsonPaths()) {
    const sent = { path, type: JSON_TYPE, bytes: 10 };
    const refused = [await announce({ ...sent, bytes: HUGE }), await announce({ ...sent, key, bytes: HUGE })];
    expect([path, ...refused]).toEqual([path, 401, 413]);
    if (OWN_LIMIT.test(path)) continue;
    const late = await spend().then(() => announce({ ...sent, key: spent }));
    expect([path, late]).toEqual([path, 429]);
  }
});

test('reconciliation: the same, by its token', async () => {
  const of = (one: string, bytes: number) => announce({ path: `/reconcile/k/${one}`, type: FORM, bytes });
  expect([
    await of('wrong', HUGE),
    await spend().then(() => of(spentToken, 10)),
    await of(token, HUGE),
  ]).toEqual([401, 429, 413]);
});

test('forms of pages: a stranger is sent to sign in, or is refused for the size', async () => {
  const forms = PAGES.filter(({ submit }) => submit !== undefined);
  expect(forms.length).toBeGreaterThan(5);
  for (const { path } of forms) {
    expect([path, await announce({ path: filled(path), type: FORM, bytes: HUGE })]).toEqual([path, 303]);
  }
  for (const path of ['/sign-in', '/sign-out', '/theme']) {
    expect([path, await announce({ path, type: FORM, bytes: 3_000 })]).toEqual([path, 413]);
  }
});
