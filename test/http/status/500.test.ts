import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

test.each([
  ['an operation that throws', 'broken'],
  ['an operation that breaks its own contract', 'crooked'],
])('%s leaks nothing, is logged and is free', async (_, id) => {
  const response = await service.get(`/things/${id}`, { headers: { 'x-request-id': 'r-7' } });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toMatchObject({ requestId: 'r-7', error: { code: 'internal_error' } });
  expect(service.logged).toMatchObject([[{ requestId: 'r-7', err: expect.any(Error) }, expect.any(String)]]);
  expect(await service.charges()).toMatchObject({ requests: 0 });
});
