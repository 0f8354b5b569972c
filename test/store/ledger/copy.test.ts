import { mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { copyLedger } from '../../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { openLedger } from '../../../src/store/sqlite/ledger/ledger.js';
import type { Ledger } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor } from '../../support/postgres/server.js';
import { templateDatabase } from '../postgres/ledger-engine.js';
import { SQLITE } from './support/engines.js';
import { chargeOf, DAY, START } from './support/fixtures.js';
import { ACCOUNTS, Subject, step } from './support/subject.js';

describe.skipIf(!hasPostgres)('a ledger that is copied to PostgreSQL and back', () => {
  const databases: string[] = [];
  afterAll(async () => {
    for (const database of databases) await dropDatabase(database);
  });
  const newPostgres = async () => {
    const database = await newDatabase(await templateDatabase());
    databases.push(database);
    return await optionsFor(database);
  };

  /** All that accounts can ask. */
  async function reported(ledger: Ledger, at: number): Promise<unknown> {
    const accounts = await ledger.listAccounts();
    const of = async (id: string) => [
      await ledger.balance(id, at),
      await ledger.listGrants(id),
      await ledger.usage(id, 0, at + DAY),
      await ledger.statement(id, 0, at + DAY, at),
      await ledger.findIdempotency(id, 'a', at),
    ];
    const each = [];
    for (const { id } of accounts) each.push(await of(id));
    return [accounts, await ledger.listKeys(null), await ledger.listAudit(99), await ledger.etagSalt(), each];
  }

  test('says the same there and back, whatever happened before, and goes on from there', async () => {
    let run = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      run += 1;
      const names = Array.from({ length: ACCOUNTS }, (_, index) => `Copied ${run} ${index}`);
      const subject = await Subject.open(SQLITE, names);
      let now = START;
      for (const next of steps) {
        if (next.do === 'wait') now += next.hours * 3_600_000;
        await subject.do(next, now);
      }
      const before = await reported(subject.ledger, now);
      const postgres = await newPostgres();
      let compared = 0;
      const compare = async (from: Ledger, made: Ledger) => {
        compared += 1;
        expect(await reported(made, now)).toEqual(await reported(from, now));
      };
      await copyLedger(subject.folder, postgres, 'postgres', compare);
      const path = join(subject.folder, 'ledger.db');
      const moved = openLedger({ path, schema: 'current' });
      await expect(moved.listAccounts()).rejects.toThrow(/was moved to PostgreSQL/);
      await moved.close();
      const there = await openPostgresLedger({ postgres, schema: 'current', clock: 'caller' });
      expect(await reported(there, now)).toEqual(before);
      const [account, key] = [subject.accounts[0], subject.keys[0]];
      if (!account || !key) throw new Error('There is an account.');
      const sale = { credits: 9, reason: 'x', createdAt: now, expiresAt: null };
      await there.grant({ accountId: account.id, ...sale });
      expect(await there.charge([chargeOf(account.id, key.id, 3, now)])).toMatchObject([{ charged: true }]);
      const later = await reported(there, now);
      await there.close();

      mkdirSync(join(subject.folder, 'aside'));
      for (const end of ['', '-wal', '-shm'])
        try {
          renameSync(`${path}${end}`, join(subject.folder, 'aside', `ledger.db${end}`));
        } catch {
          // A file that was closed well has no log.
        }
      await copyLedger(subject.folder, postgres, 'sqlite', compare);
      expect(compared).toBe(2);
      const back = openLedger({ path, schema: 'current' });
      expect(await reported(back, now)).toEqual(later);
      expect(await back.charge([chargeOf(account.id, key.id, 2, now)])).toMatchObject([{ charged: true }]);
      const { charges } = await back.rollUp(now, now + 3 * DAY);
      expect(charges).toBeGreaterThanOrEqual(0);
      expect(await back.verify()).toEqual([]);
      await back.close();
      await expect(openPostgresLedger({ postgres, schema: 'current' })).rejects.toThrow(/was moved/);
      await subject.close();
    });
    await fc.assert(property, { numRuns: budget(60, 6) });
  });

  test('is refused where the other holds something, and stays in use if the copy is not the same', async () => {
    const subject = await Subject.open(SQLITE, ['Refused 1', 'Refused 2']);
    const postgres = await newPostgres();
    const differs = copyLedger(subject.folder, postgres, 'postgres', () =>
      Promise.reject(new Error('differs')),
    );
    await expect(differs).rejects.toThrow('differs');
    expect(await subject.ledger.listAccounts()).toHaveLength(2);
    const kept = openLedger({ path: join(subject.folder, 'ledger.db'), schema: 'current' });
    expect(await kept.listAccounts()).toHaveLength(2);
    await kept.close();
    const again = copyLedger(subject.folder, postgres, 'postgres', async () => undefined);
    await expect(again).rejects.toThrow(/already contains accounts/);
    await subject.close();
    const empty = mkdtempSync(join(tmpdir(), 'dossier-copy-'));
    await copyLedger(empty, await newPostgres(), 'postgres', async () => undefined);
  });
});
