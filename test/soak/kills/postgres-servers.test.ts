import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { LedgerAnswerLostError } from '../../../src/store/store.js';
import { chargeOf } from '../../store/ledger/support/fixtures.js';
import { booksOf, ChargingNode } from '../../support/postgres/nodes-under-load.js';
import { hasPostgres } from '../../support/postgres/server.js';
import { ThreeServers } from '../../support/postgres/three-servers.js';

const EXACT = { unpaid: 0, twice: 0, owed: 0, surplus: 0, findings: [] };

describe.skipIf(!hasPostgres || process.env.DOSSIER_TEST_PG_URL !== undefined)(
  'a ledger on a primary with two synchronous standbys',
  () => {
    let three: ThreeServers;
    beforeAll(async () => {
      three = await ThreeServers.start();
    }, 120_000);
    afterAll(() => three.stop());

    const open = () => openPostgresLedger({ postgres: three.postgres, schema: 'current' });
    const request = (requestId: string) => {
      const { accountId = '', keyId = '' } = three.payers[0] ?? {};
      return { ...chargeOf(accountId, keyId, 1, Date.now()), requestId };
    };
    const freeze = (signal: 'SIGSTOP' | 'SIGCONT') => {
      for (const name of three.standbys) three.server(name).signal(signal);
    };
    const standsFor = async (requestId: string) =>
      (await three.standing()).filter((id) => id === requestId).length;

    test('while no standby answers nothing is answered, and what was written meanwhile is refunded', async () => {
      const ledger = await open();
      await ledger.charge([request('before')]);
      freeze('SIGSTOP');
      await expect(ledger.charge([request('frozen')])).rejects.toThrow(LedgerAnswerLostError);
      freeze('SIGCONT');
      await expect.poll(() => ledger.counts().lostAnswersWaiting, { timeout: 15_000 }).toBe(0);
      expect(ledger.counts().lostAnswersRefunded).toBe(1);
      expect(await ledger.charge([request('after')])).toMatchObject([{ charged: true }]);
      await ledger.close();
      expect(await Promise.all(['before', 'frozen', 'after'].map(standsFor))).toEqual([1, 0, 1]);
    }, 60_000);

    test('a wait for a standby that is cancelled is no answer', async () => {
      const ledger = await open();
      await ledger.charge([request('first')]);
      freeze('SIGSTOP');
      let answered = false;
      const charged = ledger.charge([request('cancelled')]).then((results) => {
        answered = true;
        return results;
      });
      const primary = three.server(three.primary);
      const cancel = `SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep';`;
      let cancelled = 0;
      for (let tried = 0; cancelled === 0 && tried < 50; tried += 1) {
        await wait(20);
        cancelled = Number(await primary.run(cancel));
      }
      expect(cancelled).toBeGreaterThan(0);
      await wait(300);
      expect(answered).toBe(false);
      freeze('SIGCONT');
      expect(await charged).toMatchObject([{ charged: true }]);
      expect(ledger.counts().resends).toBeGreaterThan(0);
      await ledger.close();
      expect(await standsFor('cancelled')).toBe(1);
    }, 60_000);

    test('rows that a primary shows after its restart and no standby has are not believed', async () => {
      const ledger = await open();
      await ledger.charge([request('begin')]);
      freeze('SIGSTOP');
      const charged = ledger.charge([request('unreplicated')]).then(
        () => 'answered',
        (error) => error.name,
      );
      await wait(200);
      const primary = three.server(three.primary);
      primary.signal('SIGKILL');
      primary.resume();
      // It stands on the primary, to whoever looks.
      await expect.poll(() => standsFor('unreplicated'), { timeout: 5_000 }).toBe(1);
      expect(await charged).toBe('LedgerAnswerLostError');
      freeze('SIGCONT');
      await expect.poll(() => ledger.counts().lostAnswersWaiting, { timeout: 20_000 }).toBe(0);
      await ledger.close();
      expect(await standsFor('unreplicated')).toBe(0);
    }, 60_000);

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
    }, 60_000);
  },
);
