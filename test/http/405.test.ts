import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildServer } from '../../src/http/server.js';
import { bodyOf, type Service, startService } from './support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  '%s is refused with what is allowed',
  async (method) => {
    for (const path of ['/things/1', '/open', '/healthz']) {
      const response = await service.get(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect((await bodyOf(response)).error.code).toBe('method_not_allowed');
    }
  },
);

test('a body of any type does not change the answer', async () => {
  const response = await service.get('/things/1', {
    method: 'POST',
    body: '<x/>',
    headers: { 'content-type': 'text/xml' },
  });
  expect(response.status).toBe(405);
});

test('a route that was added beside the operations is known too, and its errors are problem documents', async () => {
  const other = buildServer({
    operations: [],
    ledger: service.ledger,
    clock: () => 0,
    log: { error: () => {}, warn: () => {}, info: () => {} },
    readiness: () => ({ ready: true }),
    corsOrigins: [],
  });
  other.get('/docs/:page', async () => {
    throw new Error('secret');
  });
  expect((await other.inject({ method: 'POST', url: '/docs/a' })).statusCode).toBe(405);
  const failed = await other.inject('/docs/a');
  expect(failed.statusCode).toBe(500);
  expect(failed.json().error.code).toBe('internal_error');
  expect(failed.body).not.toContain('secret');
  await other.close();
});
