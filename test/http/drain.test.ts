import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { ChargeId } from '../../src/store/store.js';
import { inventedOperations, newWork } from './support/operations.js';
import { startService } from './support/service.js';

function held() {
  const work = newWork();
  let finish = () => {};
  work.hold = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work, finish: () => finish() };
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}

test('closing lets running requests finish, paid, and refuses new ones', async () => {
  const { work, finish } = held();
  const service = await startService({ operations: inventedOperations(work) });
  const running = service.get('/things/1');
  await until(() => work.runs.length === 1);
  const stopped = service.app.close();
  await until(() => !service.app.node.listening);
  await expect(service.get('/things/2')).rejects.toThrow();
  finish();
  const response = await running;
  expect(response.status).toBe(200);
  expect(response.headers.get('connection')).toBe('close');
  await stopped;
  expect(await service.charges()).toMatchObject({ requests: 1 });
  await service.stop();
});

test('what a client sends while the service stops is not begun; what was begun is answered', async () => {
  const { work, finish } = held();
  const service = await startService({ operations: inventedOperations(work) });
  const ask = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\n\r\n`;
  const socket = connect(service.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(ask('/things/1'));
  await until(() => work.runs.length === 1);
  const stopped = service.app.close();
  await until(() => !service.app.node.listening);
  socket.write(ask('/things/2'));
  finish();
  await ended;
  await stopped;
  expect(work.runs).toEqual(['1']);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  await service.stop();
});

test('a request that never ends is cut off after the limit', async () => {
  const { work } = held();
  const service = await startService({
    operations: inventedOperations(work),
    limits: { drainTimeoutMs: 20 },
  });
  const running = service.get('/things/1').catch(() => 'cut off');
  await until(() => work.runs.length === 1);
  await service.app.close();
  expect(await running).toBe('cut off');
  expect(await service.charges()).toMatchObject({ requests: 0 });
  await service.stop();
});

test('the last use of keys is on record after a stop', async () => {
  const service = await startService();
  await service.get('/things/1');
  await service.app.close();
  expect((await service.ledger.listKeys(service.account.id))[0]?.lastUsedAt).toBe(service.clock.now);
  await service.stop();
});

test('what a client that has gone was charged is given back before the stop is over', async () => {
  const { work, finish } = held();
  const refunds: ChargeId[] = [];
  const service = await startService({
    operations: inventedOperations(work),
    around: (ledger) => ({
      ...ledger,
      refund: async (id, reason, at) => {
        await new Promise((resolve) => setImmediate(resolve));
        await ledger.refund(id, reason, at);
        refunds.push(id);
      },
      charge: async (requests) => {
        const charged = await ledger.charge(requests);
        abort.abort();
        await gone;
        return charged;
      },
    }),
  });
  const abort = new AbortController();
  const gone = new Promise<void>((resolve) => {
    service.app.node.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const running = service.get('/things/1', { signal: abort.signal }).catch(() => 'gone');
  await until(() => work.runs.length === 1);
  const stopped = service.app.close();
  finish();
  await stopped;
  expect([await running, refunds]).toEqual(['gone', [1]]);
  await service.stop();
});
