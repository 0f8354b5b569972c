import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, type Serving, startServing } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';
import { CERTIFICATE_FILE, type Receiver, startReceiver } from '../../webhooks/support/receiver.js';

const SOURCE = 'us_co_business_entities';
const ADDRESS = '127.0.71.24';
const ALLOW = { DOSSIER_WEBHOOK_ALLOW: ADDRESS, NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE };

let data: string;
let work: string;
let receiver: Receiver;
const services: Serving[] = [];
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'dossier-webhooks-'));
  work = mkdtempSync(join(tmpdir(), 'dossier-editions-'));
  receiver = await startReceiver(ADDRESS);
});
afterEach(async () => {
  for (const { child } of services.splice(0)) await end(child, 'SIGKILL');
  await receiver.close();
  for (const path of [data, work]) rmSync(path, { recursive: true });
});

async function run(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, error } = await runProgram([...args, '--json'], { DOSSIER_DATA: data, ...ALLOW });
  if (error !== null) throw new Error(error);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The sample's file of the source, as it is and with another status of every record. */
function editions(): readonly [string, string] {
  const [file = ''] = readdirSync(resolve('sample', SOURCE));
  const first = resolve('sample', SOURCE, file);
  const second = join(work, 'edition.csv');
  writeFileSync(second, readFileSync(first, 'utf8').replaceAll(/,(Exists|Good Standing),/g, ',Delinquent,'));
  return [first, second];
}

test('a service is killed while it delivers: another one goes on, nothing is lost, and the order stays', async () => {
  const [first, second] = editions();
  await run('ingest', SOURCE, '--file', first);
  await run('account', 'create', 'acme', '--credits', '1');
  const made = await run(
    ...['watch', 'add', '--account', 'acme', '--endpoint', receiver.endpoint, '--source', SOURCE],
  );
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 100);
  for (let at = 0; at < 2; at += 1) services.push(await startServing(data, [], ALLOW));
  const { changed } = (await run('ingest', SOURCE, '--file', second)) as { changed?: number };
  await expect.poll(() => receiver.received.length).toBeGreaterThan(8);
  const [killed] = services;
  if (killed) await end(killed.child, 'SIGKILL');
  const expected = Number(changed ?? 0) || (await changesOf(made));
  const ids = () => new Set(receiver.received.map(({ id }) => id));
  await expect.poll(() => ids().size, { timeout: 90_000, interval: 250 }).toBe(expected);
  const firstOfEach = [...ids()].map((id) => Number(id.split('_').at(-1)));
  expect(firstOfEach).toEqual([...firstOfEach].sort((one, two) => one - two));
  // Only what was on its way when the process was killed may come again.
  expect(receiver.received.length - expected).toBeLessThanOrEqual(1);
  expect(receiver.atOnce).toBe(1);
  const webhook = new Webhook(String(made.secret));
  for (const { body, headers } of receiver.received.slice(-3))
    expect(webhook.verify(body, headers)).toBeTruthy();
});

/** How many messages the watch was to be told. */
async function changesOf({ id }: Record<string, unknown>): Promise<number> {
  const log = (await run('watch', 'log', String(id), '--limit', '1000')) as unknown as readonly unknown[];
  return log.length;
}
