import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asker, type Books, booksOf, type Folder, hammer, sampleWith } from '../../faults/support.js';
import { end, startServing } from '../../support/processes/process.js';

const CREDITS = 1_000_000;
/** Each takes a file handle here and one in the server. */
const IDLE = Number(process.env.FAULT_IDLE ?? 2_000);

let folder: Folder;
let child: ChildProcess;
let url: string;
beforeEach(async () => {
  folder = await sampleWith(CREDITS);
  const serving = await startServing(folder.path);
  child = serving.child;
  url = serving.started.url;
});
afterEach(() => end(child, 'SIGKILL'));

async function stop(): Promise<Books> {
  expect(await end(child, 'SIGTERM')).toBe(0);
  return booksOf(folder);
}

function open(): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return new Promise((resolve, reject) => {
    socket.once('connect', () => {
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

const wholeAnswers = (text: string) => text.split('HTTP/1.1 200 ').length - 1;
const request = () =>
  `GET /api/v1/search?name=a&limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${folder.key}\r\n\r\n`;

test('clients that hang up at any moment pay at most for the request they sent, and the books add up', async () => {
  const aborts = 400;
  let received = 0;
  const abort = async (index: number) => {
    const socket = await open();
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.write(request().slice(0, index % 5 === 0 ? 40 : undefined));
    // From before the request arrives to after its answer did.
    for (let turn = 0; turn < index % 23; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    received += wholeAnswers(text);
  };
  for (let from = 0; from < aborts; from += 40) {
    await Promise.all(Array.from({ length: 40 }, (_, index) => abort(from + index)));
  }
  const ask = asker(url, folder.key, 4);
  const counts = await hammer(ask, 4, (so) => (so.get(200) ?? 0) >= 40);
  ask.end();
  const answers = (counts.get(200) ?? 0) + received;
  const { charges, credits, refunded, available } = await stop();
  expect(charges - refunded).toBeGreaterThanOrEqual(answers);
  expect(charges).toBeLessThanOrEqual(answers + aborts);
  expect(available).toBe(CREDITS - credits + refunded);
});

test('clients that send their headers byte by byte are cut off, and others are served meanwhile', async () => {
  const sockets = await Promise.all(Array.from({ length: 300 }, open));
  const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
  let sent = 0;
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(request()[sent] ?? 'x');
    sent += 1;
  }, 250);
  const ask = asker(url, folder.key, 4);
  const counts = await hammer(ask, 4, (so) => (so.get(200) ?? 0) >= 100);
  expect([...counts.keys()]).toEqual([200]);
  await closed;
  clearInterval(drip);
  ask.end();
  expect(await stop()).toMatchObject({ charges: counts.get(200), refunded: 0 });
});

test(`with ${IDLE} idle connections open the service answers as before`, async () => {
  const sockets: Socket[] = [];
  for (let from = 0; from < IDLE; from += 200) {
    const count = Math.min(200, IDLE - from);
    sockets.push(...(await Promise.all(Array.from({ length: count }, open))));
  }
  const ask = asker(url, folder.key, 4);
  const counts = await hammer(ask, 4, (so) => (so.get(200) ?? 0) >= 100);
  ask.end();
  expect([...counts.keys()]).toEqual([200]);
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(IDLE);
  for (const socket of sockets) socket.destroy();
  expect(await stop()).toMatchObject({ charges: counts.get(200), refunded: 0 });
});
