import { afterAll, beforeAll, expect, test } from 'vitest';
import { verdictOn } from '../../../src/evidence/signature.js';
import { amidAMinute } from '../../support/clock/minute.js';
import { startService, type TestService } from '../../support/service.js';

const PATH = '/api/v1/entity/CO:1/evidence';

let service: TestService;
beforeAll(async () => {
  service = await startService({ entities: { us_co_business_entities: [{ key: '1', name: 'BARE LLC' }] } });
});
afterAll(() => service.close());

const by = (key: string) => ({ authorization: `Bearer ${key}` });

test('200: two credits, once under an idempotency key', async () => {
  const before = await service.creditsLeft();
  const headers = { ...by(service.key), 'idempotency-key': 'proof' };
  for (let times = 0; times < 2; times += 1) expect((await service.get(PATH, headers)).status).toBe(200);
  expect(before - (await service.creditsLeft())).toBe(2);
});

test.each(['CO', 'ZZ:1', 'x'])('400: %s is no id, and nothing is charged', async (id) => {
  const before = await service.creditsLeft();
  const { status, body } = await service.get(`/api/v1/entity/${id}/evidence`);
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ parameter: 'id' })]]);
  expect(await service.creditsLeft()).toBe(before);
});

test('401: without a key', async () => {
  expect((await service.get(PATH, {})).status).toBe(401);
});

test('402: with one credit', async () => {
  const key = await service.newKey({ credits: 1 });
  const { status, body } = await service.get(PATH, by(key));
  expect([status, body.error]).toEqual([402, expect.objectContaining({ code: 'insufficient_credits' })]);
});

test('403: a key without the scope `read`', async () => {
  expect((await service.get(PATH, by(await service.newKey({ scopes: ['usage'] })))).status).toBe(403);
});

test('404: no loaded source contains the record, and nothing is charged', async () => {
  const before = await service.creditsLeft();
  expect((await service.get('/api/v1/entity/CO:2/evidence')).status).toBe(404);
  expect(await service.creditsLeft()).toBe(before);
});

test('429: beyond the limit of the account', async () => {
  const key = await service.newKey({ perMinute: 1 });
  await amidAMinute();
  await service.get(PATH, by(key));
  expect((await service.get(PATH, by(key))).status).toBe(429);
});

test('its price is told beforehand, by HEAD and dry_run', async () => {
  const before = await service.creditsLeft();
  const { status, headers } = await fetch(service.url + PATH, { method: 'HEAD', headers: by(service.key) });
  expect([status, headers.get('x-credits-cost')]).toEqual([200, '2']);
  const { body } = await service.get(`${PATH}?dry_run=true`);
  expect(JSON.stringify(body)).toMatch(/"(cost|credits\w*)":2/);
  expect(await service.creditsLeft()).toBe(before);
});

test('in a batch it costs the same and is signed as well', async () => {
  const items = [
    { operation: 'getEvidence', parameters: { id: 'CO:1' } },
    { operation: 'getEvidence', parameters: { id: 'CO:2' } },
  ];
  const response = await fetch(`${service.url}/api/v1/batch`, {
    method: 'POST',
    headers: { ...by(service.key), 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  const { data } = (await response.json()) as {
    data: readonly { status: number; cost: number; data: object }[];
  };
  expect(data.map(({ status, cost }) => [status, cost])).toEqual([
    [200, 2],
    [404, 0],
  ]);
  expect(verdictOn(JSON.stringify(data[0]?.data)).isWhole).toBe(true);
});
