import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf, type Service, startService } from '../../support/service.js';

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
