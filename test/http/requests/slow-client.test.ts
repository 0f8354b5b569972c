import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

test('a client that does not finish its headers is cut off', async () => {
  const service = await startService({ limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 } });
  const answer = await service.raw('GET /things/1 HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect((await service.get('/things/1')).status).toBe(200);
  await service.stop();
});
