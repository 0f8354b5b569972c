import { expect, test } from 'vitest';
import { startService } from './support/service.js';

test('a GET with a body is refused, free, and the connection closes', async () => {
  const service = await startService();
  for (const body of [
    'Content-Length: 2\r\n\r\n{}',
    'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  ]) {
    const answer = await service.raw(
      `GET /things/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    expect(answer).toContain('"code":"unsupported_media_type"');
  }
  expect(await service.available()).toBe(100);
  await service.stop();
});
