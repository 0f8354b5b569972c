import { connect } from 'node:net';
import Type from 'typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineOperation } from '../../../src/operations/support/declare.js';
import { inventedOperations } from '../support/operations.js';
import { type Service, startService } from '../support/service.js';

const echo = defineOperation({
  id: 'batch',
  method: 'POST',
  path: '/echo',
  summary: 'Says it again',
  description: 'Invented.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  data: Type.Object({ text: Type.String() }),
  meta: Type.Object({}),
  parse: ({ body }) => body,
  price: () => [{ item: 'entity', credits: 1 }],
  run: async (body) => ({ data: { value: body }, meta: {} }),
});

let service: Service;
beforeEach(async () => {
  service = await startService({ operations: [...inventedOperations(), echo] });
});
afterEach(() => service.stop());

const head = (headers: string, key = service.key) =>
  `POST /echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

test('a body is read in whatever pieces it comes, and the connection goes on', async () => {
  const text = JSON.stringify({ text: 'Café' });
  const pieces = [...Buffer.from(text)].map((byte) => String.fromCharCode(byte));
  const socket = connect(service.port, '127.0.0.1');
  let received = '';
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk) => {
    received += String(chunk);
    if (received.split('HTTP/1.1 200').length === 3) socket.destroy();
  });
  for (let again = 0; again < 2; again += 1) {
    socket.write(head('Transfer-Encoding: chunked'));
    for (const piece of pieces) socket.write(`1\r\n${piece}\r\n`, 'latin1');
    socket.write('0\r\n\r\n');
  }
  await closed;
  expect(received.split('{"text":"Café"}')).toHaveLength(3);
  expect(await service.available()).toBe(98);
});

test('a body that is not read closes the connection, so that it is not taken for a request', async () => {
  const smuggled = 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n';
  const answer = await service.raw(`${head(`Content-Length: ${200_000}`, 'bad')}${smuggled}`);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
});

test('a body said to be too large is refused before it is sent', async () => {
  const answer = await service.raw(head('Content-Length: 65537'));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"code":"content_too_large"');
});

test('a client that hangs up in the middle of a body is not charged and harms nobody', async () => {
  const closed = new Promise<void>((resolve) => {
    service.app.node.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const socket = connect(service.port, '127.0.0.1');
  socket.write(`${head('Content-Length: 50')}{"text":`, () => socket.destroy());
  await closed;
  expect((await service.get('/things/1')).status).toBe(200);
  expect(await service.charges()).toMatchObject({ requests: 1 });
  expect(service.logged).toEqual([]);
});

test('the body decides which request an Idempotency-Key stands for', async () => {
  const post = (text: string) =>
    service.get('/echo', {
      method: 'POST',
      body: JSON.stringify({ text }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    });
  expect([(await post('a')).status, (await post('a')).status, (await post('b')).status]).toEqual([
    200, 200, 422,
  ]);
  expect(await service.available()).toBe(99);
});

test.each(['text/plain', 'application/json; charset=latin1', 'application/jsonx', ''])(
  'a body of type "%s" is a 415',
  async (type) => {
    const answer = await service.raw(
      head('Content-Length: 2')
        .replace('Content-Type: application/json', `Content-Type: ${type}\r\nConnection: close`)
        .replace('\r\n\r\n', '\r\n\r\n{}'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
  },
);

test.each(['/echo', '/things/1', '/nowhere'])(
  '%s with a Content-Type that names none is no 5xx',
  async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET']) {
      const answer = await service.raw(
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: \r\nContent-Length: 2\r\n\r\n{}`,
      );
      expect(answer, method).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  },
);
