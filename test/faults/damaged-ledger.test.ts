import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Database } from '../../src/store/sqlite/file/driver.js';
import { end, runDossier, startServing } from '../support/processes/process.js';
import { asker, booksOf, hammer, newAccountIn, sampleWith } from './support.js';

const CLIENTS = 8;
const answered = (so: ReadonlyMap<number | null, number>) => (so.get(200) ?? 0) >= 20;
const refused = (so: ReadonlyMap<number | null, number>) => (so.get(503) ?? 0) >= 50;

/** Writes into the file that processes have open. */
function overwrite(path: string, bytes: Buffer, from: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
}

test.each([1, 3])(
  'a ledger whose pages are overwritten under a server charges nobody, is not ready and not backed up; the process lives (%i workers)',
  async (workers) => {
    const folder = await sampleWith(1_000_000);
    const ledger = join(folder.path, 'ledger.db');
    const { child, started, stderr } = await startServing(folder.path, ['--workers', String(workers)]);
    const ask = asker(started.url, folder.key, CLIENTS);
    const statusOf = async (path: string) => (await fetch(started.url + path)).status;
    const answers = (await hammer(ask, CLIENTS, answered)).get(200) ?? 0;
    expect(await statusOf('/readyz')).toBe(200);

    // Another process writes: the pages that the server remembers are no longer those of the file.
    await newAccountIn(folder.path, 1, 1);
    const other = new Database(ledger);
    expect(other.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
    other.close();
    const whole = readFileSync(ledger);
    const page = whole.readUInt16BE(16);
    overwrite(ledger, randomBytes(whole.length - page), page);

    let beats = 0;
    let isOver = false;
    const beating = (async () => {
      while (!isOver) {
        expect(await statusOf('/healthz')).toBe(200);
        beats += 1;
        await wait(20);
      }
    })();
    expect([...(await hammer(ask, CLIENTS, refused)).keys()]).toEqual([503]);
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    const target = join(mkdtempSync(join(tmpdir(), 'dossier-no-backup-')), 'copy');
    const backup = await runDossier(['backup', target], { DOSSIER_DATA: folder.path });
    expect(backup).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^dossier: ledger\.db in \S+ is damaged: [^\n]*\n$/),
    });
    expect([...(await hammer(ask, CLIENTS, refused)).keys()]).toEqual([503]);
    isOver = true;
    await beating;
    expect(beats).toBeGreaterThan(10);
    expect(child.exitCode).toBeNull();
    expect(stderr()).not.toMatch(/^ {4}at /m);

    ask.end();
    expect(await end(child, 'SIGTERM')).toBe(0);

    overwrite(ledger, whole.subarray(page), page);
    expect(await booksOf(folder)).toMatchObject({ charges: answers, credits: answers, refunded: 0 });
    rmSync(folder.path, { recursive: true });
  },
);
