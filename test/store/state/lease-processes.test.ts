import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { end } from '../../support/processes/process.js';
import { openState } from '../../support/store.js';

const BUILT = resolve('dist/src/store/sqlite/state/state.js');
const TAKES = 300;
/** A busy machine may let a process stand still for seconds: neither the lease nor a wait for the file may end by that. */
const LEASE_MS = 10_000;
const BUSY_MS = 30_000;

/** Takes the lease as often as it can, holds it for a moment, and says each token. */
const CONTEND = `
import { openState } from ${JSON.stringify(BUILT)};
const [path, owner, takes] = process.argv.slice(1);
const { leases } = openState({ path, schema: 'current', busyTimeoutMs: ${BUSY_MS} });
console.log('ready');
process.stdin.once('data', async () => {
  const tokens = [];
  while (tokens.length < Number(takes)) {
    const token = await leases.take('work', owner, 60_000);
    if (token === null) continue;
    tokens.push(token);
    if (!(await leases.release('work', token))) throw new Error('It was taken away before its end.');
  }
  console.log(JSON.stringify(tokens));
  process.exit(0);
});`;

/** Takes the lease, says its token, and renews it until it is killed. */
const HOLD = `
import { openState } from ${JSON.stringify(BUILT)};
const { leases } = openState({ path: process.argv[1], schema: 'current', busyTimeoutMs: ${BUSY_MS} });
const token = await leases.take('work', 'held', ${LEASE_MS});
console.log(token);
setInterval(() => leases.renew('work', token, ${LEASE_MS}), 100);`;

function run(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, said: async () => String(((await once(child.stdout, 'data')) as [Buffer])[0]).trim() };
}

const newPath = () => join(mkdtempSync(join(tmpdir(), 'dossier-state-')), 'state.db');

test('two processes never hold one lease at once, and each token is given once', async () => {
  const path = newPath();
  await openState({ path, schema: 'create' }).close();
  const two = [run(CONTEND, path, 'a', String(TAKES)), run(CONTEND, path, 'b', String(TAKES))];
  for (const { said } of two) expect(await said()).toBe('ready');
  const answers = two.map(({ said }) => said());
  for (const { child } of two) child.stdin.write('go\n');
  const tokens = (await Promise.all(answers)).map((text) => JSON.parse(text) as number[]);
  const all = tokens.flat().sort((one, other) => one - other);
  expect(all).toEqual(Array.from({ length: 2 * TAKES }, (_, at) => at + 1));
});

test('a process that renews keeps its lease; once it is killed another takes it, under a greater token', async () => {
  const path = newPath();
  const { leases, close } = openState({ path, schema: 'create', busyTimeoutMs: BUSY_MS });
  const { child, said } = run(HOLD, path);
  const token = Number(await said());
  const until = Date.now() + LEASE_MS + 2_000;
  while (Date.now() < until) {
    expect(await leases.take('work', 'other', 1_000)).toBeNull();
    await new Promise((done) => setTimeout(done, 20));
  }
  await end(child, 'SIGKILL');
  await expect.poll(() => leases.take('work', 'other', 1_000)).toBe(token + 1);
  expect(await leases.renew('work', token, 1_000)).toBe(false);
  await close();
});
