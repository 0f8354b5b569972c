import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/webhook.js';
import { createProgram } from '../../src/cli/program.js';
import { runProgram } from '../support/processes/program.js';
import { fill, startService, type TestService } from '../support/service.js';

const load = (names: Readonly<Record<string, string>>) => ({
  entities: { us_co_business_entities: Object.entries(names).map(([key, name]) => ({ key, name })) },
});
let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService(load({ 1: 'ASPEN', 2: 'BIRCH' }));
  key = await service.newKey({ scopes: ['webhooks'], credits: 0 });
});
afterAll(() => service.close());

async function api<Data>(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    ...((await response.json()) as { data: Data; meta: { cursor: string } }),
  };
}

interface Watch {
  readonly id: string;
  readonly secret: string;
  readonly endpoint: string | null;
}
const watchOf = async (id: string) => (await api<Watch>('POST', '/watches', { id })).data;

test('a watch without an endpoint sends nothing, and its messages are read', async () => {
  const watch = await watchOf('CO:1');
  expect(watch.endpoint).toBeNull();
  const path = `/watches/${watch.id}/messages`;
  expect((await api('GET', path)).data).toEqual([]);
  await fill(service.app.store.catalog, load({ 1: 'ASPEN TWO', 2: 'BIRCH TWO' }));
  const read = async (query = '') =>
    await api<{ id: string; type: string; body: string }[]>('GET', path + query);
  await expect.poll(async () => (await read()).data.length).toBe(1);
  const { data, meta } = await read();
  expect(JSON.parse(data[0]?.body ?? '')).toMatchObject({
    type: 'entity.changed',
    data: { watch: watch.id, id: 'CO:1', fields: ['name'] },
  });
  expect(data[0]?.body).not.toContain('ASPEN');
  expect((await read(`?cursor=${meta.cursor}`)).data).toEqual([]);
  for (const way of ['test', 'replay'])
    expect(
      (await api('POST', `/watches/${watch.id}/${way}`, way === 'test' ? undefined : { since: 0 })).status,
    ).toBe(409);
  expect(await service.app.store.state.deliveries.listReaders()).toEqual([]);
});

test('new messages are forwarded once, with a signature that the client verifies, until the command is stopped', async () => {
  const watch = await watchOf('CO:2');
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(received.length === 1 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const printed = { stdout: '', stderr: '' };
  const into = (name: keyof typeof printed) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        printed[name] += String(chunk);
        done();
      },
    });
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const args = [
    'watch',
    'listen',
    watch.id,
    '--forward',
    `http://127.0.0.1:${port}/hook`,
    '--server',
    service.url,
  ];
  const program = await createProgram(
    {
      ...{ stdout: into('stdout'), stderr: into('stderr'), now: Date.now, untilStopped: () => stopped },
      env: { DOSSIER_KEY: key, DOSSIER_WATCH_SECRET: watch.secret },
    },
    args,
  );
  const ended = program.parseAsync(args, { from: 'user' });
  await expect.poll(() => printed.stderr).toContain('Forwarding new messages');
  // The first response decides where new messages start.
  let names = 0;
  const change = async () => {
    names += 1;
    await fill(service.app.store.catalog, load({ 1: 'ASPEN TWO', 2: `BIRCH ${names}` }));
    return received.length;
  };
  await expect.poll(change, { interval: 500 }).toBeGreaterThan(1);
  await expect
    .poll(() => printed.stdout)
    .toMatch(/^entity\.changed {2}msg_\w+ {2}500\nentity\.changed {2}msg_\w+ {2}204\n/);
  for (const { headers, body } of received) {
    const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(await verifyWebhook(watch.secret, text, body)).toMatchObject({ data: { id: 'CO:2' } });
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(received.length);
  stop();
  await ended;
  receiver.close();
});

test.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
  [
    'another machine',
    ['--forward', 'http://10.0.0.1/'],
    {},
    /^--forward must be an http address on this machine/,
  ],
  [
    'a name that only starts like this machine',
    ['--forward', 'http://127.0.0.1.example.com/'],
    {},
    /^--forward/,
  ],
  ['no address', ['--forward', 'x'], {}, /^--forward/],
  ['no key', ['--forward', 'http://localhost:1'], { DOSSIER_KEY: '' }, /^Set DOSSIER_KEY/],
  [
    'no secret',
    ['--forward', 'http://localhost:1'],
    { DOSSIER_WATCH_SECRET: '' },
    /^Set DOSSIER_WATCH_SECRET/,
  ],
  [
    'an unknown watch',
    ['--forward', 'http://localhost:1'],
    {},
    /^The messages cannot be read: The account has no such watch/,
  ],
])('%s is refused with a sentence', async (_, options, env, message) => {
  const { error } = await runProgram(['watch', 'listen', 'wat_1', '--server', service.url, ...options], {
    ...{ DOSSIER_KEY: key, DOSSIER_WATCH_SECRET: 'whsec_AAAA' },
    ...env,
  });
  expect(error).toMatch(message);
});
