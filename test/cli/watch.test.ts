import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../support/processes/program.js';
import { newSampleFolder } from '../support/sample.js';

let env: Record<string, string>;
beforeAll(async () => {
  env = { DOSSIER_DATA: (await newSampleFolder('dossier-watch-')).path };
  await dossier('account', 'create', 'acme', '--credits', '1');
});
afterAll(() => undefined);

const dossier = (...args: string[]) => runProgram(args, env);
async function json(...args: string[]) {
  const { stdout, error } = await dossier(...args, '--json');
  if (error !== null) throw new Error(error);
  return JSON.parse(stdout) as Record<string, unknown> & { readonly id: string };
}
const ENDPOINT = 'https://hooks.example.com/x';
const add = (...args: string[]) => json('watch', 'add', '--account', 'acme', '--endpoint', ENDPOINT, ...args);

test('a watch is added, listed without its secret, tested, sent again, resumed, read and removed', async () => {
  const made = await add('--cik', '320193', '--form', '8-K', '10-K', '--kind', 'created');
  expect(made).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
    query: { cik: '0000320193', form: ['8-K', '10-K'] },
    kinds: ['created'],
  });
  const listed = await dossier('watch', 'list', '--account', 'acme');
  expect(listed.stdout).toContain('cik 320193; forms 8-K,10-K');
  expect(listed.stdout).not.toContain('whsec_');
  const tested = await json('watch', 'test', made.id);
  expect(tested).toMatchObject({ type: 'watch.test', state: 'waiting' });
  expect((await dossier('watch', 'log', made.id)).stdout).toContain(tested.id);
  expect(await json('watch', 'replay', made.id, '--delivery', tested.id)).toMatchObject({ waiting: 1 });
  // Never before the start of the watch.
  expect(await json('watch', 'replay', made.id, '--since', '0')).toMatchObject({ seq: made.seq });
  expect(await json('watch', 'resume', made.id)).toMatchObject({ status: 'active' });
  expect(await json('watch', 'remove', made.id)).toEqual({ id: made.id, removed: true });
});

test.each([
  [['watch', 'remove', 'wat_0'], 'There is no watch "wat_0"'],
  [['watch', 'resume', 'wat_0'], 'There is no watch "wat_0"'],
  [['watch', 'test', 'wat_0'], 'There is no watch "wat_0"'],
  [['watch', 'log', 'wat_0'], 'There is no watch "wat_0"'],
  [['watch', 'replay', 'wat_0', '--since', '1'], 'There is no watch "wat_0"'],
  [['watch', 'replay', 'wat_0'], 'Specify exactly one of --delivery and --since.'],
])('%j is refused in a sentence', async (args, said) => {
  expect((await dossier(...args)).error).toContain(said);
});

test.each([
  [['--id', 'CO:none'], 'must be the id of a loaded record'],
  [['--state', 'XX'], 'must be a USPS code or state name'],
  [[], 'exactly one of id and query is required'],
  [['--id', 'CO:20221555001', '--state', 'CO'], 'exactly one of id and query is required'],
])('what to watch: %j is refused', async (args, said) => {
  await expect(add(...args)).rejects.toThrow(said);
});

test('an endpoint at a private address is refused unless it is allowed', async () => {
  const args = ['watch', 'add', '--account', 'acme', '--state', 'CO', '--endpoint', 'https://10.1.2.3/'];
  expect((await dossier(...args)).error).toContain('must not be a private address');
  const allowed = await runProgram(args, { ...env, DOSSIER_WEBHOOK_ALLOW: '10.1.0.0/16' });
  expect(allowed.error).toBeNull();
});

test('doctor names watches whose receivers are away for an hour, and those that were disabled', async () => {
  const { id } = await add('--state', 'CO');
  expect((await dossier('doctor')).stdout).toContain('Every watch reaches its receiver.');
  const { openState } = await import('../support/store.js');
  const state = openState({ path: `${env.DOSSIER_DATA}/state.db`, schema: 'current' });
  const token = (await state.leases.take('test', 'test', 60_000)) ?? 0;
  const hold = { lease: 'test', token };
  await json('watch', 'test', id);
  const due = await state.deliveries.findDue(Date.now(), { endpoints: [], accounts: [] });
  const tried = { delivery: due?.number ?? 0, ms: 1, status: 500, problem: 'The receiver returned 500.' };
  const at = Date.now() - 2 * 3_600_000;
  await state.deliveries.finishTry(hold, { ...tried, at }, { kind: 'retry', at: Date.now() });
  expect((await dossier('doctor')).stdout).toContain(`Receivers have not responded for an hour: ${id}.`);
  await state.deliveries.finishTry(hold, { ...tried, at }, { kind: 'disable', reason: 'It answered 410.' });
  expect((await dossier('doctor')).stdout).toContain(`nothing is sent to them: ${id}.`);
  expect((await dossier('watch', 'test', id)).error).toContain('The watch is disabled; resume it first.');
  await state.close();
});
