import { expect, test } from 'vitest';
import { startService } from '../../support/service.js';

test('headers over 16,384 bytes are refused with a problem document', async () => {
  const service = await startService();
  const answer = await service.raw(`GET /open HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('Content-Type: application/problem+json');
  expect(answer).toContain('"code":"headers_too_large"');
  await service.stop();
});

test('an answer to HEAD has no body, even where the head could not be read', async () => {
  const service = await startService();
  const answer = await service.raw(`HEAD /things/1?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/);
  await service.stop();
});
