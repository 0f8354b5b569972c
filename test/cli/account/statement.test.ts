import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { chargeOf, newAccount, newKey, START } from '../../store/ledger/support/fixtures.js';
import { openStore } from '../../support/store.js';

const CHARGES = 5_000;

let folder: string;
let name: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-statement-'));
  claimFolder(folder, 'data');
  const { ledger, close } = await openStore(folder, { schema: 'create' });
  const account = { ...newAccount(), monthlyCredits: CHARGES };
  name = account.name;
  const { id } = await ledger.createAccount(account);
  const key = await ledger.createKey(newKey(id));
  await ledger.charge(Array.from({ length: CHARGES }, () => chargeOf(id, key.id, 1)));
  await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads slowly, and notes how much of the output waited at most. */
async function written(...args: string[]): Promise<{ text: string; waiting: number }> {
  let text = '';
  let waiting = 0;
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      waiting = Math.max(waiting, stdout.writableLength);
      setImmediate(done);
    },
  });
  const context = { env: { DOSSIER_DATA: folder }, stdout, stderr: process.stderr, now: () => START };
  const all = { ...context, untilStopped: () => new Promise<void>(() => undefined) };
  const program = await createProgram(all, args);
  await program.parseAsync(args, { from: 'user' });
  await new Promise<void>((resolve) => stdout.end(resolve));
  return { text, waiting };
}

test('a long statement is written piece by piece, as JSON and as CSV', async () => {
  const json = await written('account', 'statement', name, '--format', 'json');
  const { lines, closing } = JSON.parse(json.text) as { lines: object[]; closing: number };
  expect([lines.length, closing]).toEqual([CHARGES + 1, 0]);
  const csv = await written('account', 'statement', name);
  expect(csv.text.trimEnd().split('\r\n').length).toBe(CHARGES + 4);
  for (const { text, waiting } of [json, csv]) {
    expect(text.length).toBeGreaterThan(300_000);
    expect(waiting).toBeLessThan(200_000);
  }
});
