import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Ledger } from '../../src/store/store.js';
import { inventedOperations, newWork } from './support/operations.js';
import { type Service, startService } from './support/service.js';

let service: Service;
afterEach(() => service.stop());

test('many at once on one key: as many answers as credits, never below zero, never unpaid', async () => {
  service = await startService({ credits: 40 });
  const responses = await Promise.all(Array.from({ length: 64 }, () => service.get('/things/1')));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  expect(statuses.filter((status) => status === 402)).toHaveLength(24);
  expect(await service.charges()).toEqual({ requests: 40, credits: 40, refunded: 0 });
  expect(await service.available()).toBe(0);
  const remaining = responses
    .filter(({ ok }) => ok)
    .map(({ headers }) => Number(headers.get('x-credits-remaining')));
  expect(remaining.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 40 }, (_, index) => index),
  );
});

test('requests of mixed prices never overdraw and spend what they can', async () => {
  service = await startService({ credits: 31 });
  const paths = Array.from({ length: 64 }, (_, index) => (index % 2 ? '/list?q=a' : '/things/1?include=ucc'));
  const responses = await Promise.all(paths.map((path) => service.get(path)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(15);
  expect(await service.available()).toBe(1);
});

test('each charge row holds its key, operation, breakdown and request id', async () => {
  const charged: unknown[] = [];
  service = await startService({
    around: (ledger) => ({
      ...ledger,
      charge: (requests) => {
        charged.push(...requests);
        return ledger.charge(requests);
      },
    }),
  });
  await service.get('/things/1?include=ucc&include=ppp', { headers: { 'x-request-id': 'r-9' } });
  expect(charged).toMatchObject([
    {
      accountId: service.account.id,
      keyId: service.keyId,
      operation: 'getEntity',
      requestId: 'r-9',
      credits: 2,
      breakdown: [
        { item: 'entity', credits: 1 },
        { item: 'ucc', credits: 1 },
      ],
    },
  ]);
});

test('a client that hangs up before the work ends is not charged', async () => {
  const work = newWork();
  let finish = () => {};
  work.hold = new Promise((resolve) => {
    finish = resolve;
  });
  service = await startService({ operations: inventedOperations(work) });
  const closed = serverSideClose();
  const socket = ask();
  await until(() => work.runs.length === 1);
  socket.destroy();
  await closed;
  finish();
  await work.hold;
  expect((await service.get('/things/2')).status).toBe(200);
  expect(await service.charges()).toMatchObject({ requests: 1 });
});

test('a client that hangs up between the charge and the first byte gets its credits back, as a row', async () => {
  let charged = () => {};
  let hungUp: Promise<unknown> = Promise.resolve();
  const committed = new Promise<void>((resolve) => {
    charged = resolve;
  });
  const slowToAnswer = (ledger: Ledger): Ledger => ({
    ...ledger,
    charge: async (requests) => {
      const results = await ledger.charge(requests);
      charged();
      await hungUp;
      return results;
    },
  });
  service = await startService({ around: slowToAnswer });
  hungUp = serverSideClose();
  const socket = ask();
  await committed;
  socket.destroy();
  await hungUp;
  await untilAsync(async () => (await service.charges()).refunded === 1);
  expect(await service.charges()).toEqual({ requests: 1, credits: 1, refunded: 1 });
  expect(await service.available()).toBe(100);
});

test('what is answered is durable: another connection to the file sees it at once', async () => {
  service = await startService();
  await service.get('/things/1');
  const { openLedger } = await import('../support/store.js');
  const other = openLedger({ path: service.ledgerPath, schema: 'current' });
  expect((await other.balance(service.account.id, service.clock.now)).available).toBe(99);
  await other.close();
});

function ask() {
  const socket = connect(service.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /things/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\n\r\n`);
  return socket;
}

/** Resolves when the server has noticed that its next connection is gone. */
function serverSideClose(): Promise<void> {
  return new Promise((resolve) => {
    service.app.node.once('connection', (socket) => socket.once('close', () => resolve()));
  });
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}

async function untilAsync(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setImmediate(resolve));
}
