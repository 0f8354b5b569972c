import { expect, test } from 'vitest';
import { startService } from '../../support/service.js';

test('an expectation that is not 100-continue is a problem document, free, and the connection closes', async () => {
  const service = await startService();
  const head = `GET /things/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\n`;
  const answer = await service.raw(`${head}Expect: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(answer).toContain('Content-Type: application/problem+json');
  expect(answer).toContain('"code":"expectation_failed"');
  expect(await service.available()).toBe(100);
  const matches = await service.raw(`${head}Connection: close\r\nExpect: 100-continue\r\n\r\n`);
  expect(matches).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  await service.stop();
});
