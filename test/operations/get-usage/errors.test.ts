import { afterAll, beforeAll, expect, test } from 'vitest';
import { amidAMinute } from '../../support/clock/minute.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

test('401: without a key', async () => {
  expect((await service.get('/api/v1/usage', {})).status).toBe(401);
});

test('403: a key without the scope `usage`', async () => {
  const { status, body } = await service.get('/api/v1/usage');
  expect([status, body.detail]).toEqual([403, 'This key lacks the scope `usage`.']);
});

test('406: neither JSON nor CSV', async () => {
  const authorization = `Bearer ${await service.newKey({ scopes: ['usage'] })}`;
  expect((await service.get('/api/v1/usage', { authorization, accept: 'text/html' })).status).toBe(406);
});

test('429: beyond the limit of the account', async () => {
  const authorization = `Bearer ${await service.newKey({ scopes: ['usage'], perMinute: 1 })}`;
  await amidAMinute();
  await service.get('/api/v1/usage', { authorization });
  expect((await service.get('/api/v1/usage', { authorization })).status).toBe(429);
});

test.each([
  ['from=2020-1-1', ['from']],
  ['from=2020-02-02&to=2020-02-01', ['from']],
  ['to=2020-02-01', ['to']],
  ['to=bad', ['to']],
  ['from=bad&to=bad', ['from', 'to']],
  ['format=xml', ['format']],
  ['format=csv&format=csv', ['format']],
])('400: %s', async (query, parameters) => {
  const authorization = `Bearer ${await service.newKey({ scopes: ['usage'] })}`;
  const { status, body } = await service.get(`/api/v1/usage?${query}`, { authorization });
  expect(status).toBe(400);
  expect((body.errors as { parameter: string }[]).map(({ parameter }) => parameter)).toEqual(parameters);
});
