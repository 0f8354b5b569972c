import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Operation } from '../../../src/operations/support/declare.js';
import { inventedOperations, newWork } from '../support/operations.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
afterEach(() => service.stop());

const request = (path: string, ...lines: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${service.key}`, ...lines, '', ''].join('\r\n');
const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}

function held() {
  const work = newWork();
  let finish = () => {};
  work.hold = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work, finish: () => finish() };
}

function open(): { readonly socket: Socket; readonly text: () => string; readonly closed: Promise<void> } {
  let text = '';
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('data', (piece) => {
    text += String(piece);
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('end', () => socket.end());
  return { socket, text: () => text, closed };
}

test('of many requests that come at once a few are worked on; all are answered in their order', async () => {
  const { work, finish } = held();
  service = await startService({ operations: inventedOperations(work), credits: 1_000 });
  const ids = Array.from({ length: 300 }, (_, at) => `n${at}`);
  const client = open();
  client.socket.write(
    ids.map((id) => request(`/things/${id}`)).join('') + request('/open', 'Connection: close'),
  );
  await until(() => work.runs.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(work.runs).toHaveLength(4);
  finish();
  await client.closed;
  expect(work.runs).toEqual(ids);
  expect(statusesOf(client.text())).toEqual(Array.from({ length: 301 }, () => 200));
  expect([...client.text().matchAll(/"id":"(n\d+)"/g)].map(([, id]) => id)).toEqual(ids);
  expect(await service.charges()).toMatchObject({ requests: 300 });
});

test('requests that come at once are begun a few in each turn of the event loop', async () => {
  let begun = 0;
  const counted = (operation: Operation): Operation => ({
    ...operation,
    run: (...given) => {
      begun += 1;
      return operation.run(...given);
    },
  });
  service = await startService({ operations: inventedOperations().map(counted) });
  const begunIn: number[] = [];
  let isOver = false;
  let before = 0;
  const turn = () => {
    begunIn.push(begun - before);
    before = begun;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const client = open();
  client.socket.write(request('/open').repeat(299) + request('/open', 'Connection: close'));
  await client.closed;
  isOver = true;
  expect(begunIn.reduce((sum, count) => sum + count)).toBe(300);
  expect(Math.max(...begunIn)).toBeLessThanOrEqual(8);
});

test('a connection with unanswered requests is not read further, and goes on afterwards', async () => {
  const { work, finish } = held();
  service = await startService({ operations: inventedOperations(work), credits: 100_000 });
  let read = () => 0;
  service.app.node.once('connection', (socket) => {
    read = () => socket.bytesRead;
  });
  const client = open();
  const requests = 20_000;
  const piece = request('/things/1');
  client.socket.write(piece.repeat(requests - 1) + request('/things/1', 'Connection: close'));
  await until(() => work.runs.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(work.runs).toHaveLength(4);
  // Of 2 MB. Node reads 64 KB at a time.
  expect(read()).toBeLessThanOrEqual(2 * 65_536);
  finish();
  await client.closed;
  expect(statusesOf(client.text()).filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(statusesOf(client.text())).toHaveLength(requests);
});

test('a client that goes while many of its requests wait pays for those in flight at most', async () => {
  const { work, finish } = held();
  service = await startService({ operations: inventedOperations(work) });
  const gone = new Promise<void>((resolve) => {
    service.app.node.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const client = open();
  client.socket.write(request('/things/1').repeat(50));
  await until(() => work.runs.length === 4);
  client.socket.resetAndDestroy();
  finish();
  await gone;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(work.runs.length).toBeLessThanOrEqual(8);
  const { credits, refunded } = await service.charges();
  expect(credits - refunded).toBeLessThanOrEqual(8);
});

test('a malformed request after a good one: the good one is answered, then the 400', async () => {
  const { work, finish } = held();
  service = await startService({ operations: inventedOperations(work) });
  const client = open();
  client.socket.write(`${request('/things/1').repeat(6)}NONSENSE\r\n\r\n`);
  await until(() => work.runs.length === 4);
  finish();
  await client.closed;
  expect(statusesOf(client.text())).toEqual([200, 200, 200, 200, 200, 200, 400]);
  expect(await service.charges()).toMatchObject({ requests: 6, refunded: 0 });
});

test('a client that ends its side of the connection gets its answers', async () => {
  service = await startService();
  for (const count of [1, 10]) {
    const client = open();
    client.socket.end(request('/things/1').repeat(count));
    await client.closed;
    expect(statusesOf(client.text())).toEqual(Array.from({ length: count }, () => 200));
  }
  expect(await service.charges()).toMatchObject({ requests: 11, refunded: 0 });
});

test('a client that ends its side and waits long is told that its request is worked on', async () => {
  const { work, finish } = held();
  service = await startService({ operations: inventedOperations(work) });
  const client = open();
  client.socket.end(request('/things/1'));
  await until(() => client.text() !== '');
  finish();
  await client.closed;
  expect(statusesOf(client.text()).at(0)).toBe(102);
  expect(statusesOf(client.text()).at(-1)).toBe(200);
});

test('a client that never reads its answers is cut off, and one that waits long for its answer is not', async () => {
  const { work, finish } = held();
  service = await startService({
    operations: inventedOperations(work),
    limits: { stalledTimeoutMs: 200 },
    documents: [{ path: '/large', type: 'text/plain', body: 'x'.repeat(20_000_000) }],
  });
  const gone = new Promise<void>((resolve) => {
    service.app.node.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const deaf = open();
  deaf.socket.pause();
  deaf.socket.write(request('/large'));
  await gone;
  const patient = open();
  patient.socket.write(request('/things/1', 'Connection: close'));
  await until(() => work.runs.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 600));
  finish();
  await patient.closed;
  expect(statusesOf(patient.text())).toEqual([200]);
  deaf.socket.destroy();
});
