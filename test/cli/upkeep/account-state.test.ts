import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { runProgram } from '../../support/processes/program.js';
import { openStore } from '../../support/store.js';

const NOW = Date.UTC(2026, 4, 5);
const folder = mkdtempSync(join(tmpdir(), 'dossier-account-state-'));
claimFolder(folder, 'data');
const run = async (...args: readonly string[]) => {
  const { stdout, error } = await runProgram(args, { DOSSIER_DATA: folder }, () => NOW);
  if (error !== null) throw new Error(error);
  return stdout;
};

test('an operator changes, suspends, resumes and closes an account, takes credits back, and finds it in the audit log', async () => {
  await run('account', 'create', 'acme', '--credits', '10');
  await run('account', 'create', 'other', '--credits', '10');
  expect(await run('account', 'change', 'acme', '--name', 'acme two', '--credits', '20')).toMatch(
    /\(acme two\): 20 credits a month from 2026-06-05T00:00:00.000Z on, 600 requests a minute/,
  );
  await run('account', 'grant', 'acme two', '--credits', '5');
  expect(await run('account', 'grant', 'other', '--credits', '1')).toMatch(/^Granted 1 credit to acc_/);
  await expect(run('account', 'grant', 'other', '--credits', '1', '--reason', 'a\u202eb')).rejects.toThrow(
    'The reason must have no control or invisible characters, and no space at its ends.',
  );
  expect(await run('account', 'take-back', 'acme two', '--grant', '1', '--credits', '2')).toBe(
    'Grant 1: 2 of 5 credits taken back, 3 left.\n',
  );
  expect(await run('account', 'suspend', 'acme two')).toMatch(/\(acme two\) is suspended/);
  expect(await run('account', 'list')).toMatch(/acme two +suspended +20 +13/);
  await run('account', 'resume', 'acme two');
  await expect(run('account', 'close', 'acme two')).rejects.toThrow(
    /^Close acc_\w+ \(acme two\)\? Its keys stop working, and it cannot be reopened\. Add --yes to confirm\.$/,
  );
  expect(await run('account', 'list')).toMatch(/acme two +active/);
  expect(await run('account', 'close', 'acme two', '--yes')).toMatch(/is closed/);
  expect(await run('ledger', 'verify')).toContain('Every balance is the sum of its rows.');
  const { ledger, close } = await openStore(folder, { schema: 'current' });
  const actions = (await ledger.listAudit(100)).map(({ action, keyId }) => `${keyId} ${action}`);
  await close();
  expect(actions).toEqual(
    ['close', 'resume', 'suspend', 'take-back', 'grant', 'grant', 'change', 'create', 'create'].map(
      (verb) => `cli account.${verb}`,
    ),
  );
});

test.each([
  [['change', 'other'], /at least one of --name, --credits and --per-minute/],
  [['change', 'other', '--name', 'acme two'], /An account "acme two" already exists/],
  [['change', 'other', '--name', ' x'], /no space at its ends/],
  [['change', 'nobody', '--credits', '1'], /no account "nobody"/],
  [['change', 'acme two', '--credits', '1'], /is closed/],
  [['suspend', 'acme two'], /is closed/],
  [['resume', 'other'], /is already active/],
  [['grant', 'acme two', '--credits', '1'], /is closed/],
  [['take-back', 'other', '--grant', '1'], /has no grant 1/],
  [['take-back', 'acme two', '--grant', '1', '--credits', '4'], /Only 3 credits of grant 1 are unspent/],
])('account %j is refused with a sentence', async (args, sentence) => {
  await expect(run('account', ...args)).rejects.toThrow(sentence);
});

test('a closed account gets no key', async () => {
  await expect(run('key', 'create', '--account', 'acme two')).rejects.toThrow(/is closed/);
});
