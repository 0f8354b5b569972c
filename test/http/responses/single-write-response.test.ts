import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pairsOf, singleWrite } from '../../../src/http/respond.js';

const KEEP_ALIVE_MS = 72_000;
const answerInOne = singleWrite(KEEP_ALIVE_MS);
const linesOf = (body: string) =>
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nETag: W/"1"\r\nX-Request-Id: a-1\r\n`;
const body = '{"id":1}';
const lines = linesOf(body);
let taken: boolean[] = [];

/** `/one` is answered in one where that is possible, everything else by Node alone; with `?`, what follows is the body. */
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
  const [path, text] = (request.url ?? '').split('?');
  const own = text === undefined ? body : decodeURIComponent(text);
  const isAscii = Buffer.byteLength(own) === own.length;
  const isOne = path === '/one' && answerInOne(response, linesOf(own), own, isAscii);
  taken.push(isOne);
  if (!isOne) answerByNode(response, own);
});

function answerByNode(response: ServerResponse, own: string): void {
  response.writeHead(200, pairsOf(linesOf(own)));
  response.end(own);
}

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());
beforeEach(() => {
  taken = [];
});

/** All that comes back until the server closes, without the moment. */
async function send(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += String(piece);
  });
  socket.write(text);
  await once(socket, 'close');
  return answer.replace(/Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'Date: now');
}

const request = (path: string, ...lines: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n');
const close = request('/two', 'Connection: close');

test('the bytes are those that Node writes', async () => {
  const answer = await send(request('/one') + close);
  expect(answer).toBe(await send(request('/two') + close));
  expect(answer).toContain('\r\nKeep-Alive: timeout=72\r\n\r\n{"id":1}HTTP/1.1 200 OK\r\n');
  expect(taken).toEqual([true, false, false, false]);
});

test('the bytes of a text that is not ASCII are those that Node writes', async () => {
  const text = encodeURIComponent('{"why":"Its name is “Café”."}'.repeat(200));
  const answer = await send(request(`/one?${text}`) + close);
  expect(answer).toBe(await send(request(`/two?${text}`) + close));
  expect(taken).toEqual([true, false, false, false]);
});

test('requests that come at once are answered one after the other', async () => {
  const answers = await send(request('/one').repeat(50) + close);
  expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(51);
  expect(answers.split('\r\n\r\n').at(-1)).toBe(body);
  expect(taken.filter(Boolean)).toHaveLength(50);
});

test.each([
  ['HEAD', 'HEAD /one HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', ''],
  ['the last of a connection', request('/one', 'Connection: close'), body],
  ['HTTP/1.0', 'GET /one HTTP/1.0\r\n\r\n', body],
])('is left to Node: %s', async (_what, text, expected) => {
  const answer = await send(text);
  expect(taken).toEqual([false]);
  expect(answer).toContain('Connection: close\r\n');
  expect(answer.split('\r\n\r\n').at(-1)).toBe(expected);
});

test('is left to Node: an answer whose head is written already', () => {
  const response = { _header: 'HTTP/1.1 200 OK\r\n', shouldKeepAlive: true, req: { method: 'GET' } };
  expect(answerInOne(response as unknown as ServerResponse, lines, body, true)).toBe(false);
});
