import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const getWith = (rest: string) =>
  `GET /things/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\n${rest}`;
const NEXT = 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test('a body of a GET is ignored, whatever it is, and the next request on the connection is read from its start', async () => {
  for (const body of ['{}', '{"a":', 'GET /things/2 HTTP/1.1\r\n\r\n', 'x'.repeat(60_000)]) {
    const answers = await service.raw(`${getWith(`Content-Length: ${body.length}\r\n\r\n${body}`)}${NEXT}`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  }
  expect(await service.available()).toBe(96);
});

test('a body that is long or of unknown length is not waited for: the request is answered and the connection closes', async () => {
  for (const body of ['Content-Length: 9000000\r\n\r\nx', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n']) {
    const answer = await service.raw(getWith(body));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  }
});
