import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { urlOf } from '../../src/http/addresses.js';
import { type Service, startService } from './support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService({ exposition: () => Promise.reject(new Error('secret')) });
});
afterEach(() => service.stop());

test('what a route beside the operations throws is a problem document, and logged', async () => {
  const response = await service.get('/metrics');
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).not.toContain('secret');
  expect(JSON.parse(text).error.code).toBe('internal_error');
  expect(service.logged).toMatchObject([[{ err: expect.any(Error) }, expect.any(String)]]);
});

test.each([
  ['OPTIONS * HTTP/1.1', 404],
  ['GET //healthz HTTP/1.1', 200],
  ['GET /healthz/ HTTP/1.1', 200],
  ['GET /healthz?a=%zz HTTP/1.1', 200],
  ['GET http://a/healthz HTTP/1.1', 200],
  ['PROPFIND /things/%zz HTTP/1.1', 405],
  ['HEAD /healthz HTTP/1.0', 200],
])('%s is answered with %s', async (line, status) => {
  const answer = await service.raw(`${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test.each([
  ['/nothing', 'GET', 404],
  ['/things/1', 'DELETE', 405],
])(
  'no operation answers %s by %s, so its %s speaks of no credits and no limit',
  async (path, method, status) => {
    const answer = await service.get(path, { method });
    expect(answer.status).toBe(status);
    expect([...answer.headers.keys()].filter((name) => /credits|ratelimit/.test(name))).toEqual([]);
  },
);

test.each([
  ['GET /nothing HTTP/1.1\r\nHost: a', 404],
  ['GET /things/%zz HTTP/1.1\r\nHost: a', 400],
  ['DELETE /things/1 HTTP/1.1\r\nHost: a', 405],
  ['POST /things/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 0', 405],
])('the connection stays open after %j', async (request, status) => {
  const answers = await service.raw(
    `${request}\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(answers).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
});

test('what is left of an unread body is not taken for the next request', async () => {
  const inner = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const answers = await service.raw(
    `POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length + 5}\r\n\r\n${inner}`,
  );
  expect(answers.match(/HTTP\/1\.1 \d+ /g)).toEqual(['HTTP/1.1 404 ']);
  expect(answers).toMatch(/^Connection: close/im);
});

test('the length of an answer is that of its bytes, whatever the names that were ignored', async () => {
  for (const name of ['plain', 'größe', '名前', '%F0%9F%8C%8D', 'a"b']) {
    const response = await service.get(`/open?${name}=1`, { headers: { 'accept-encoding': 'identity' } });
    const body = await response.arrayBuffer();
    expect(response.headers.get('content-length')).toBe(String(body.byteLength));
    const { meta } = JSON.parse(new TextDecoder().decode(body));
    expect(meta.ignoredParameters).toEqual([decodeURIComponent(name)]);
  }
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1'],
  ['0.0.0.0', 'http://127.0.0.1'],
  ['::1', 'http://[::1]'],
  ['::', 'http://[::1]'],
])('a server that listens at %s is reached at %s', async (host, url) => {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  expect(urlOf(server)).toBe(`${url}:${port}`);
  expect(await (await fetch(urlOf(server))).text()).toBe('here');
  await new Promise((resolve) => server.close(resolve));
});
