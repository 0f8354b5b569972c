import { createServer, type Server } from 'node:net';
import { setImmediate as loopTurn } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '../../src/domain/webhooks.js';
import { signedHeaders } from '../../src/webhooks/deliverer.js';
import { ReceiverAddress } from '../../src/webhooks/receiver-address.js';
import { type SendOptions, send } from '../../src/webhooks/send.js';
import { CERTIFICATE, type Receiver, startReceiver } from './support/receiver.js';

const ADDRESS = '127.0.71.1';
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver(ADDRESS);
});
afterEach(() => receiver.close());

const allowing = (allowed: readonly string[], addresses: readonly string[] = [ADDRESS]) =>
  new ReceiverAddress(allowed, async () => addresses);

async function post(options: Partial<SendOptions> = {}, endpoint = receiver.endpoint, headers = {}) {
  return await send(
    { endpoint, headers, body: '{"type":"watch.test"}' },
    { addresses: allowing([ADDRESS]), ca: CERTIFICATE, now: Date.now, ...options },
  );
}

test('a message arrives whole, and its signatures by the old and the new secret are those of the standard', async () => {
  const secrets = [1, 2].map((byte) => newSecret((size) => new Uint8Array(size).fill(byte)));
  const body = '{"type":"watch.test"}';
  const headers = signedHeaders('msg_1', Date.now(), body, secrets);
  expect(await post({}, receiver.endpoint, headers)).toEqual({
    status: 204,
    problem: null,
    retryAfterMs: null,
  });
  const [got] = receiver.received;
  expect(got?.body).toBe(body);
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual({ type: 'watch.test' });
  }
  const other = new Webhook(newSecret((size) => new Uint8Array(size).fill(3)));
  expect(() => other.verify(got?.body ?? '', got?.headers ?? {})).toThrow();
  expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, got?.headers ?? {})).toThrow();
});

test.each([200, 201, 204, 299])('%i is a success', async (status) => {
  receiver.answer = (response) => void response.writeHead(status).end();
  expect(await post()).toMatchObject({ status, problem: null });
});

test.each([301, 302, 307, 308])('a redirect (%i) is a failure and is not followed', async (status) => {
  receiver.answer = (response) =>
    void response.writeHead(status, { location: `https://${ADDRESS}:8443/other` }).end();
  expect(await post()).toMatchObject({
    status,
    problem: `The receiver returned ${status}; redirects are not followed.`,
  });
  expect(receiver.received).toHaveLength(1);
});

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:05:00 GMT', 300_000],
  ['soon', null],
])('Retry-After %s is told', async (header, expected) => {
  receiver.answer = (response) => void response.writeHead(503, { 'retry-after': header }).end('secret');
  expect(await post({ now: () => 0 })).toEqual({
    status: 503,
    problem: 'The receiver returned 503.',
    retryAfterMs: expected,
  });
});

test('an answer without an end is read no further than a few kilobytes, and the connection is closed', async () => {
  let sent = 0;
  let isClosed = false;
  receiver.answer = (response) => {
    response.writeHead(200);
    response.on('close', () => {
      isClosed = true;
    });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const before = process.memoryUsage().rss;
  expect(await post()).toMatchObject({ status: 200, problem: null });
  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toBeLessThan(64 * 2 ** 20);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 2 ** 20);
});

test('a receiver that drips its answer, or gives none, is left after the time for everything', async () => {
  receiver.answer = (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  };
  const slow = { status: null, problem: 'No response within 0.3 s.', retryAfterMs: null };
  expect(await post({ withinMs: 300 })).toEqual(slow);
  receiver.answer = () => undefined;
  expect(await post({ withinMs: 300 })).toEqual(slow);
  const never = new ReceiverAddress([ADDRESS], () => new Promise(() => undefined));
  expect(await post({ withinMs: 300, addresses: never }, 'https://a.receiver.test:8443/')).toEqual(slow);
});

test('a try leaves nothing at the signal that would end it', async () => {
  const { signal } = new AbortController();
  const signals = async () => {
    for (let tried = 0; tried < 50; tried += 1) await post({ signal, addresses: allowing([], []) });
    await loopTurn();
    return queryObjects(AbortSignal, { format: 'count' });
  };
  const before = await signals();
  expect((await signals()) - before).toBeLessThan(10);
});

test('a try that is ended early is given up at once', async () => {
  const stop = new AbortController();
  receiver.answer = () => stop.abort();
  expect(await post({ signal: stop.signal, withinMs: 100_000 })).toMatchObject({ status: null });
  expect(await post({ signal: stop.signal, withinMs: 100_000 })).toMatchObject({ status: null });
  expect(receiver.received).toHaveLength(1);
});

test('a receiver that closes before it answers is a failure, one that closes in its answer is not', async () => {
  receiver.answer = (response) => void response.destroy();
  expect(await post()).toEqual({
    status: null,
    problem: 'The connection failed: ECONNRESET.',
    retryAfterMs: null,
  });
  receiver.answer = (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  };
  expect(await post()).toMatchObject({ status: 200, problem: null });
});

test('a certificate that nobody trusts, or of another name, is refused', async () => {
  const { ca: _, ...untrusting } = { addresses: allowing([ADDRESS]), now: Date.now, ca: '' };
  const message = { endpoint: receiver.endpoint, headers: {}, body: '' };
  expect((await send(message, untrusting)).problem).toBe(
    'The connection failed: DEPTH_ZERO_SELF_SIGNED_CERT.',
  );
  expect((await post({}, 'https://other.test:8443/')).problem).toBe(
    'The connection failed: ERR_TLS_CERT_ALTNAME_INVALID.',
  );
  expect(receiver.received).toEqual([]);
});

test('a server that speaks no TLS is a failure', async () => {
  const plain: Server = createServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  await new Promise<void>((resolve) => plain.listen(8443, '127.0.71.2', resolve));
  expect(await post({ addresses: allowing(['127.0.71.2']) }, 'https://127.0.71.2:8443/')).toMatchObject({
    status: null,
    problem: expect.stringMatching(/^The connection failed: [A-Z_]+\.$/),
  });
  plain.close();
});

/** Ways to say "this machine" in a URL. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  'localhost',
  'rebound.receiver.test',
];

test.each(LOOPBACK)('%s is refused at creation and at each try', async (host) => {
  const rules = new ReceiverAddress([], async () => ['127.0.0.1']);
  const endpoint = `https://${host}:8443/`;
  expect(await rules.faultOf(endpoint)).toContain('must not be a private address');
  expect(await post({ addresses: rules }, endpoint)).toMatchObject({
    status: null,
    problem: 'The receiver has a private address.',
  });
});

test('a name that was public when it was checked and is private now is not connected to', async () => {
  const answers = [['93.184.216.34'], [ADDRESS]];
  const rules = new ReceiverAddress([], async () => answers.shift() ?? []);
  expect(await rules.faultOf('https://rebound.receiver.test:8443/')).toBeNull();
  const { problem } = await post({ addresses: rules }, 'https://rebound.receiver.test:8443/');
  expect(problem).toBe('The receiver has a private address.');
  expect(receiver.received).toEqual([]);
});

test('the agent refuses a private address that the rules would let pass', async () => {
  const rules = allowing([]);
  rules.isRefused = () => false;
  expect((await post({ addresses: rules }, 'https://a.receiver.test:8443/')).problem).toBe(
    'The connection failed.',
  );
  expect((await post({ addresses: rules })).problem).toBe('The connection failed.');
  expect(receiver.received).toEqual([]);
});
