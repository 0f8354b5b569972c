import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startSample();
});
afterAll(async () => {
  expect(await service.app.store.ledger.verify()).toEqual([]);
  await service.close();
});

interface Item {
  readonly status: number;
  readonly cost: number;
  readonly data?: unknown;
  readonly meta?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Answer {
  readonly data: readonly Item[];
  readonly meta: { readonly succeeded: number; readonly failed: number; readonly creditsUsed: number };
  readonly error?: { readonly code: string; readonly message: string };
}

const ID = 'CO:20221555001';
const known = { operation: 'getEntity', parameters: { id: ID } };
const unknown = { operation: 'getEntity', parameters: { id: 'CO:1' } };
const search = { operation: 'searchEntities', parameters: { name: 'aspen', limit: 3 } };
const filings = { operation: 'searchFilings', parameters: { q: 'tesla', forms: ['10-K', '10-Q'] } };

async function post(
  body: unknown,
  { key = service.key, headers = {}, query = '' }: { key?: string; headers?: object; query?: string } = {},
) {
  const response = await fetch(`${service.url}/api/v1/batch${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

describe('POST /api/v1/batch', () => {
  it('answers each item as its own request would, in order, and charges what succeeded in one row', async () => {
    const before = await service.creditsLeft();
    const { status, headers, body } = await post({ items: [known, unknown, search, filings] });
    expect([status, body.meta]).toMatchObject([200, { succeeded: 3, failed: 1, creditsUsed: 4 }]);
    expect(body.data.map((item) => [item.status, item.cost])).toEqual([
      [200, 1],
      [404, 0],
      [200, 1],
      [200, 2],
    ]);
    expect(body.data[1]?.error).toMatchObject({ code: 'not_found' });
    expect([headers.get('x-credits-cost'), await service.creditsLeft()]).toEqual(['4', before - 4]);
    const alone = await Promise.all(
      [`/entity/${ID}`, '/search?name=aspen&limit=3', '/sec/search?q=tesla&forms=10-K&forms=10-Q'].map(
        (path) => service.get(`/api/v1${path}`),
      ),
    );
    const answered = body.data.filter((item) => item.status === 200);
    expect(answered.map(({ data }) => data)).toEqual(alone.map(({ data }) => data));
    for (const [index, { meta }] of alone.entries()) {
      const { creditsUsed: _, requestId: __, ...own } = meta;
      expect(answered[index]?.meta).toEqual(own);
    }
    const usage = await service.app.store.ledger.usage(service.accountId, 0, Date.now() + 1);
    expect(usage).toContainEqual(expect.objectContaining({ operation: 'batch', requests: 1, credits: 4 }));
  });

  it('a bad item is a 400 of its own with every fault; the others are answered', async () => {
    const bad = { operation: 'searchFilings', parameters: { start_date: 'x', end_date: 'y', q: 'a' } };
    const { body } = await post({ items: [bad, { ...known, parameters: { id: 'nonsense' } }, known] });
    expect(body.data.map(({ status }) => status)).toEqual([400, 400, 200]);
    expect(body.data[0]?.error).toMatchObject({
      code: 'invalid_params',
      errors: [{ parameter: 'start_date' }, { parameter: 'end_date' }],
    });
  });

  it('unknown parameters of an item are ignored and named', async () => {
    const item = { ...known, parameters: { id: ID, colour: 'red', ['__proto__']: 'x' } };
    const text = JSON.stringify({ items: [item] }).replace('"colour"', '"__proto__":"x","colour"');
    const { body } = await post(text);
    expect(body.data[0]?.meta?.ignoredParameters).toEqual(expect.arrayContaining(['colour', '__proto__']));
  });

  it('a batch in which nothing succeeds is free', async () => {
    const before = await service.creditsLeft();
    const { status, body } = await post({ items: [unknown, unknown] });
    expect([status, body.meta.creditsUsed, await service.creditsLeft()]).toEqual([200, 0, before]);
  });

  it('the price is the sum of the items; where it is not covered nothing is looked up or charged', async () => {
    const key = await service.newKey({ credits: 3 });
    const items = [known, search, filings];
    const preview = await post({ items }, { key, query: '?dry_run=true' });
    expect(preview.body.data).toEqual({ valid: true, cost: 4 });
    const refused = await post({ items }, { key });
    expect([refused.status, refused.body]).toMatchObject([402, { required: 4, available: 3 }]);
    const fits = await post({ items: [known, search, unknown] }, { key });
    expect([fits.status, fits.headers.get('x-credits-remaining')]).toEqual([200, '1']);
  });

  it('takes 100 items, charged in one row', async () => {
    const key = await service.newKey({ credits: 150 });
    const { body } = await post({ items: Array.from({ length: 100 }, () => known) }, { key });
    expect(body.meta).toMatchObject({ succeeded: 100, creditsUsed: 100 });
    const more = await post({ items: Array.from({ length: 101 }, () => known) }, { key });
    expect([more.status, more.headers.get('x-credits-remaining')]).toEqual([400, '50']);
  });

  it('under one Idempotency-Key is charged once, and with another body refused', async () => {
    const key = await service.newKey({ credits: 10 });
    const headers = { 'idempotency-key': 'order-1' };
    expect((await post({ items: [known] }, { key, headers })).headers.get('x-credits-remaining')).toBe('9');
    const again = await post({ items: [known] }, { key, headers });
    expect([again.headers.get('x-credits-remaining'), again.headers.get('idempotency-replayed')]).toEqual([
      '9',
      'true',
    ]);
    expect((await post({ items: [search] }, { key, headers })).status).toBe(422);
  });

  it('is never a 304', async () => {
    const { headers } = await post({ items: [known] });
    const again = await post(
      { items: [known] },
      { headers: { 'if-none-match': headers.get('etag') ?? '*' } },
    );
    expect(again.status).toBe(200);
  });
});

describe('queries in place of items', () => {
  it('are entity searches, answered and charged as they are as items', async () => {
    const queries = [{ name: 'aspen', limit: 3 }, { name: 'willow', state: 'CO', limit: 1 }, { limit: 2 }];
    const before = await service.creditsLeft();
    const { status, body } = await post({ queries });
    expect(status).toBe(200);
    expect(body.data.map((item) => [item.status, item.cost])).toEqual([
      [200, 1],
      [200, 1],
      [400, 0],
    ]);
    expect(await service.creditsLeft()).toBe(before - 2);
    const items = queries.map((parameters) => ({ operation: 'searchEntities', parameters }));
    expect((await post({ items })).body.data).toEqual(body.data);
  });
});

describe('a body that is no batch', () => {
  it.each([
    ['', 'must be JSON'],
    ['{"items":[', 'must be JSON'],
    ['[]', 'object'],
    ['{}', 'items'],
    ['{"items":[]}', 'items'],
    ['{"queries":[]}', 'queries'],
    ['{"queries":[{"name":{}}]}', 'queries/0'],
    ['{"items":[{"operation":"getEntity","parameters":{}}],"queries":[{}]}', 'specify only one of them'],
    ['{"items":[{"operation":"get","parameters":{}}]}', 'must be one of getEntity, getHistory'],
    ['{"items":[{"operation":"getUsage","parameters":{}}]}', 'items/0/operation'],
    ['{"items":[{"operation":"batch","parameters":{}}]}', 'items/0/operation'],
    ['{"items":[{"operation":"getEntity","parameters":{"id":{}}}]}', 'items/0/parameters'],
    ['{"items":[{"operation":"getEntity","parameters":{}}],"x":1}', 'x'],
  ])('%s is a 400 that says where, and free', async (text, where) => {
    const before = await service.creditsLeft();
    const { status, body } = await post(text);
    expect([status, body.error?.code]).toEqual([400, 'invalid_params']);
    expect(JSON.stringify(body)).toContain(where);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('of another type is a 415, too large a 413, also where its length is not told', async () => {
    const text = JSON.stringify({ items: [known] });
    expect((await post(text, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await post(text, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    const large = `{"items":[${' '.repeat(70_000)}]}`;
    expect((await post(large)).body.error).toMatchObject({ code: 'content_too_large' });
    const chunks = new ReadableStream({
      start: (controller) => {
        for (let count = 0; count < 5; count += 1)
          controller.enqueue(new TextEncoder().encode(' '.repeat(20_000)));
        controller.close();
      },
    });
    const streamed = await fetch(`${service.url}/api/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
  });

  it('GET is refused with what is allowed, and a body without a key is not read', async () => {
    const { status, headers } = await service.get('/api/v1/batch');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await post('{"items":[', { key: 'x' })).status).toBe(401);
  });
});
