import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { booksOf, ChargingNode } from '../../support/postgres/nodes-under-load.js';
import { hasPostgres, openSession } from '../../support/postgres/server.js';
import { ThreeServers } from '../../support/postgres/three-servers.js';

/** Commits that wait for a standby, and not only until one answers. */
const UNCONFIRMED = `SELECT pid FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '200 ms'`;
const EXACT = { unpaid: 0, twice: 0, owed: 0, findings: [] };
const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

/** How many answers it had when none came for a second. */
async function untilSilent({ answered }: ChargingNode): Promise<number> {
  for (;;) {
    const { size } = answered;
    await wait(1_000);
    if (answered.size === size) return size;
  }
}

describe.skipIf(!isOwnServer)('a ledger under load', () => {
  test('kill -9 of the primary and a promotion, again and again: every answer is paid for, once', async () => {
    for (let run = 0; run < budget(10, 1); run += 1) {
      const three = await ThreeServers.start();
      try {
        const { payers, postgres } = three;
        const nodes = await Promise.all(
          ['one', 'two'].map((name) => ChargingNode.start(name, postgres, payers)),
        );
        for (const node of nodes) await node.answers(300 + 137 * run);
        three.server(three.primary).signal('SIGKILL');
        await wait(200 * run);
        await three.failOver();
        for (const node of nodes) await node.answers(node.answered.size + 300);
        for (const node of nodes) await node.stop();
        expect(await booksOf(postgres, await three.standing(), nodes)).toEqual({ ...EXACT, surplus: 0 });
      } finally {
        three.stop();
      }
    }
  }, 900_000);

  test('a standby that is killed is not noticed, and both are; the old primary alone answers nothing', async () => {
    const three = await ThreeServers.start();
    try {
      const { payers, postgres } = three;
      const node = await ChargingNode.start('one', postgres, payers);
      await node.answers(200);
      const [first, second] = three.standbys as ['b', 'c'];
      three.server(first).signal('SIGKILL');
      await node.answers(node.answered.size + 200);
      const unanswered = () => node.lost.size + node.away.size;
      if (!node.stoodStill) expect(unanswered()).toBe(0);
      const before = unanswered();
      three.server(second).signal('SIGKILL');
      // It told of all that it was answered before.
      await expect.poll(unanswered).toBeGreaterThan(before);
      const silent = await untilSilent(node);
      await wait(2_000);
      expect(node.answered.size).toBe(silent);
      three.server(second).resume();
      await node.answers(silent + 200);
      await node.stop();
      expect(await booksOf(postgres, await three.standing(), [node])).toEqual({ ...EXACT, surplus: 0 });
    } finally {
      three.stop();
    }
  });

  test('the old primary comes back beside the promoted one: nobody is paid by it, and nodes that ask it first go on', async () => {
    const three = await ThreeServers.start();
    try {
      const { payers, postgres } = three;
      const old = three.server(three.primary);
      const one = await ChargingNode.start('one', postgres, payers);
      await one.answers(200);
      old.signal('SIGKILL');
      await three.failOver();
      await one.answers(one.answered.size + 200);
      // Nobody told it that it was replaced, and it stands first in the address.
      old.resume();
      expect(await old.run('SELECT pg_is_in_recovery();')).toBe('f');
      const there = `SELECT count(*) FROM ledger.charges;`;
      const before = await old.run(there);
      const two = await ChargingNode.start('two', postgres, payers);
      await two.answers(200);
      await one.answers(one.answered.size + 200);
      await one.stop();
      await two.stop();
      const standing = await three.standing();
      for (const name of ['one', 'two'])
        expect(standing.filter((id) => id.startsWith(`${name}-`)).length).toBeGreaterThan(0);
      // A commit that waits for a standby shows nothing.
      expect(await old.run(there)).toBe(before);
      old.signal('SIGKILL');
      expect(await booksOf(postgres, standing, [one, two])).toEqual({ ...EXACT, surplus: 0 });
    } finally {
      three.stop();
    }
  });

  test('a primary that stands still is replaced, and wakes: nobody is paid by it', async () => {
    const three = await ThreeServers.start();
    try {
      const { payers, postgres } = three;
      const old = three.server(three.primary);
      const node = await ChargingNode.start('one', postgres, payers);
      await node.answers(200);
      old.signal('SIGSTOP');
      await wait(500);
      await three.failOver();
      await node.answers(node.answered.size + 200);
      // It still holds what the node sent it, and stands first in the address.
      old.signal('SIGCONT');
      expect(await old.run('SELECT pg_is_in_recovery();')).toBe('f');
      await wait(2_000);
      await node.answers(node.answered.size + 200);
      await node.stop();
      old.signal('SIGKILL');
      expect(await booksOf(postgres, await three.standing(), [node])).toEqual({ ...EXACT, surplus: 0 });
    } finally {
      three.stop();
    }
  });

  test('rows that only the old primary held are gone after a promotion, and so are their answers', async () => {
    const three = await ThreeServers.start();
    try {
      const { payers, postgres } = three;
      const old = three.server(three.primary);
      const session = await openSession(old);
      const node = await ChargingNode.start('one', postgres, payers);
      await node.answers(200);
      for (const name of three.standbys) three.server(name).signal('SIGSTOP');
      await expect.poll(async () => (await session.query(UNCONFIRMED)).rows).not.toEqual([]);
      const answered = new Set(node.answered);
      old.signal('SIGKILL');
      old.resume();
      const shown = await three.standing();
      old.signal('SIGKILL');
      for (const name of three.standbys) three.server(name).signal('SIGCONT');
      await three.failOver();
      expect(shown.some((id) => !answered.has(id))).toBe(true);
      await node.answers(node.answered.size + 200);
      await node.stop();
      expect(await booksOf(postgres, await three.standing(), [node])).toEqual({ ...EXACT, surplus: 0 });
    } finally {
      three.stop();
    }
  });

  test('kill -9 of a node, again and again: what it was at is all that can be charged without an answer', async () => {
    const three = await ThreeServers.start();
    try {
      const { payers, postgres } = three;
      const stays = await ChargingNode.start('stays', postgres, payers);
      const nodes = [stays];
      const runs = budget(20, 3);
      for (let run = 0; run < runs; run += 1) {
        const node = await ChargingNode.start(`killed${run}`, postgres, payers);
        nodes.push(node);
        await node.answers(50 + 31 * run);
        await node.kill();
      }
      await stays.answers(stays.answered.size + 200);
      await stays.stop();
      // What a killed node had sent may still be committed.
      await wait(3_000);
      const { surplus, ...books } = await booksOf(postgres, await three.standing(), nodes);
      expect(books).toEqual(EXACT);
      expect(surplus).toBeLessThanOrEqual(64 * runs);
    } finally {
      three.stop();
    }
  }, 600_000);
});
