import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { LedgerAnswerLostError } from '../../../src/store/store.js';
import { chargeOf } from '../../store/ledger/support/fixtures.js';
import { booksOf, ChargingNode } from '../../support/postgres/nodes-under-load.js';
import { hasPostgres, openSession } from '../../support/postgres/server.js';
import { ThreeServers } from '../../support/postgres/three-servers.js';

/** Commits that stand in the log of the primary and wait for a standby. */
const UNCONFIRMED = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
const EXACT = { unpaid: 0, twice: 0, owed: 0, surplus: 0, findings: [] };

describe.skipIf(!hasPostgres || process.env.DOSSIER_TEST_PG_URL !== undefined)(
  'a ledger on a primary with two synchronous standbys',
  () => {
    let three: ThreeServers;
    beforeAll(async () => {
      three = await ThreeServers.start();
    });
    afterAll(() => three.stop());

    const open = () => openPostgresLedger({ postgres: three.postgres, schema: 'current' });
    const request = (requestId: string) => {
      const { accountId = '', keyId = '' } = three.payers[0] ?? {};
      return { ...chargeOf(accountId, keyId, 1, Date.now()), requestId };
    };
    const freeze = (signal: 'SIGSTOP' | 'SIGCONT') => {
      for (const name of three.standbys) three.server(name).signal(signal);
    };
    /** Runs a statement that counts again and again, until there is something to count. */
    const untilSome = async (session: Awaited<ReturnType<typeof openSession>>, sql: string) => {
      for (;;) {
        const { rows } = await session.query<{ count: number }>(sql);
        if ((rows[0]?.count ?? 0) > 0) return;
        await wait(10);
      }
    };
    const standsFor = async (requestId: string) =>
      (await three.standing()).filter((id) => id === requestId).length;

    test('while no standby answers nothing is answered, and what was written meanwhile is refunded', async () => {
      const ledger = await open();
      await ledger.charge([request('before')]);
      freeze('SIGSTOP');
      await expect(ledger.charge([request('frozen')])).rejects.toThrow(LedgerAnswerLostError);
      freeze('SIGCONT');
      await expect.poll(() => ledger.counts().lostAnswersWaiting).toBe(0);
      expect(ledger.counts().lostAnswersRefunded).toBe(1);
      expect(await ledger.charge([request('after')])).toMatchObject([{ charged: true }]);
      await ledger.close();
      expect(await Promise.all(['before', 'frozen', 'after'].map(standsFor))).toEqual([1, 0, 1]);
    });

    test('a wait for a standby that is cancelled is no answer', async () => {
      const session = await openSession(three.server(three.primary));
      const ledger = await open();
      await ledger.charge([request('first')]);
      freeze('SIGSTOP');
      let answered = false;
      const charged = ledger.charge([request('cancelled')]).then((results) => {
        answered = true;
        return results;
      });
      await untilSome(session, `SELECT count(pg_cancel_backend(pid)) ${UNCONFIRMED}`);
      await wait(300);
      expect(answered).toBe(false);
      freeze('SIGCONT');
      expect(await charged).toMatchObject([{ charged: true }]);
      expect(ledger.counts().resends).toBeGreaterThan(0);
      await ledger.close();
      await session.end();
      expect(await standsFor('cancelled')).toBe(1);
    });

    test('rows that a primary shows after its restart and no standby has are not believed', async () => {
      const primary = three.server(three.primary);
      const session = await openSession(primary);
      const ledger = await open();
      await ledger.charge([request('begin')]);
      freeze('SIGSTOP');
      const charged = ledger.charge([request('unreplicated')]).then(
        () => 'answered',
        (error) => error.name,
      );
      await untilSome(session, `SELECT count(*) ${UNCONFIRMED}`);
      primary.signal('SIGKILL');
      primary.resume();
      // It stands on the primary, to whoever looks.
      await expect.poll(() => standsFor('unreplicated')).toBe(1);
      expect(await charged).toBe('LedgerAnswerLostError');
      freeze('SIGCONT');
      await expect.poll(() => ledger.counts().lostAnswersWaiting).toBe(0);
      await ledger.close();
      expect(await standsFor('unreplicated')).toBe(0);
    });

    test('a primary that stands still and goes on leaves exact books', async () => {
      const { payers, postgres } = three;
      const node = await ChargingNode.start('still', postgres, payers);
      await node.answers(500);
      three.server(three.primary).signal('SIGSTOP');
      await wait(4_000);
      three.server(three.primary).signal('SIGCONT');
      const before = node.answered.size;
      await node.answers(before + 500);
      await node.stop();
      const rows = (await three.standing()).filter((id) => id.startsWith('still-'));
      expect(await booksOf(postgres, rows, [node])).toEqual(EXACT);
      expect(node.lost.size + node.away.size).toBeGreaterThan(0);
    });
  },
);
