import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account, KeyRecord } from '../../src/store/store.js';
import { LEDGER_ENGINES } from '../store/ledger/support/engines.js';
import { newAccount, newKey, type OpenLedger } from '../store/ledger/support/fixtures.js';

describe.each(LEDGER_ENGINES)('processes that share a ledger on $name', (engine) => {
  let folder: string;
  let ledger: OpenLedger;
  let account: Account;
  let key: KeyRecord;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
  });
  afterEach(async () => {
    const findings = await ledger.verify();
    await ledger.close();
    rmSync(folder, { recursive: true });
    expect(findings).toEqual([]);
  });

  async function openWith(credits: number): Promise<void> {
    ledger = await engine.open(folder);
    account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 0, createdAt: Date.now() });
    key = await ledger.createKey(newKey(account.id));
    await ledger.grant({
      accountId: account.id,
      credits,
      reason: 'test',
      createdAt: Date.now(),
      expiresAt: null,
    });
  }

  async function startChild(task: 'spend' | 'charge'): Promise<ChildProcessWithoutNullStreams> {
    const script = resolve('test/store/ledger/support/child.mjs');
    const compiled = resolve('dist', engine.module.replace(/\.ts$/, '.js'));
    const options = JSON.stringify(engine.optionsIn(folder));
    const child = spawn(process.execPath, [script, compiled, options, account.id, key.id, task]);
    child.stderr.pipe(process.stderr);
    await once(child.stdout, 'data');
    return child;
  }

  async function rest(child: ChildProcessWithoutNullStreams): Promise<string> {
    let text = '';
    for await (const chunk of child.stdout) text += chunk;
    return text;
  }

  const rows = async () => {
    const usage = await ledger.usage(account.id, 0, Number.MAX_SAFE_INTEGER);
    return usage.reduce((sum, row) => sum + row.requests, 0);
  };

  test('two processes on one file spend every credit once and end at exactly zero', async () => {
    await openWith(1_000);
    const children = await Promise.all([startChild('spend'), startChild('spend')]);
    for (const child of children) child.stdin.write('go\n');
    const answered = (await Promise.all(children.map(rest))).map(Number);
    expect(Math.min(...answered)).toBeGreaterThan(0);
    expect(answered.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(await rows()).toBe(1_000);
    expect((await ledger.balance(account.id, Date.now())).available).toBe(0);
  });

  test('after kill -9 every answer has its row, and surplus rows are at most the requests in submission', async () => {
    await openWith(10_000_000);
    await ledger.close();
    for (const answersBefore of [400, 2_000, 777]) {
      ledger = await engine.open(folder);
      const before = await rows();
      await ledger.close();
      const child = await startChild('charge');
      let answered = '';
      child.stdout.on('data', (chunk) => {
        answered += chunk;
        if (answered.length > answersBefore) child.kill('SIGKILL');
      });
      child.stdin.write('go\n');
      await once(child, 'close');
      ledger = await engine.open(folder);
      const charged = (await rows()) - before;
      expect(answered).toMatch(/^\.+$/);
      expect(charged).toBeGreaterThanOrEqual(answered.length);
      expect(charged).toBeLessThanOrEqual(answered.length + 8);
      if (answersBefore !== 777) await ledger.close();
    }
  });
});
