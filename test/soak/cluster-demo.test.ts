import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Books, shown } from '../../scripts/cluster-demo/books.js';
import { hasPostgres } from '../support/postgres/server.js';
import { inheritedEnv } from '../support/processes/process.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

test.skipIf(!isOwnServer)(
  'the demo of a cluster runs to its end, and leaves nothing',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-'));
    // The servers run as another user where this is root.
    chmodSync(folder, 0o755);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/scripts/cluster-demo/main.js'], {
      encoding: 'utf8',
      env: { ...inheritedEnv(), TMPDIR: folder },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/answers that clients counted = charges that stand: (\d+) = \1\n/);
    expect(stdout).toMatch(/credits of those answers +. credits charged: (\d+) = \1\n/);
    expect(stdout).toMatch(/credits granted - charged +. balance: (\d+) = \1\n/);
    expect(stdout).toMatch(/The books add up\.\n$/);
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  },
  600_000,
);

test('books with one answer unpaid, one charge too many or a finding do not add up', () => {
  const books: Books = {
    seen: { answers: 3, credits: 4, retries: 0, longestMs: 1 },
    rows: { charges: 3, credits: 4, refunds: 0, refundedCredits: 0, granted: 10 },
    balance: 6,
    findings: 0,
  };
  expect(shown(books).wrong).toEqual([]);
  expect(shown({ ...books, seen: { ...books.seen, answers: 4, credits: 5 } }).wrong).toHaveLength(2);
  expect(shown({ ...books, rows: { ...books.rows, charges: 4, credits: 5 } }).wrong).toHaveLength(3);
  expect(shown({ ...books, balance: 5 }).wrong).toEqual(['credits granted - charged = balance']);
  expect(shown({ ...books, findings: 1 }).wrong).toEqual(['findings of ledger verify = none']);
});
