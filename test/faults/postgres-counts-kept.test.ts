import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openCluster, type PostgresOptions } from '../../src/store/engine/engine.js';
import { openWindows } from '../../src/store/postgres/cluster/windows.js';
import { Primary } from '../../src/store/postgres/connection/connect.js';
import { Pool } from '../../src/store/postgres/connection/pool.js';
import type { Block, Taken, Windows } from '../../src/store/store.js';
import { amidAMinute } from '../support/clock/minute.js';
import { hasPostgres, newServer } from '../support/postgres/server.js';

const SYNCHRONOUS = { synchronous_standby_names: `'ANY 1 (standby)'` };

/** A server that starts, or whose standby does, gives its count later. */
const PATIENT_MS = 60_000;

test.skipIf(!hasPostgres)(
  'the count stands after a crash of the server, and on the standby that takes its place',
  async () => {
    // The next minute begins at nothing: a try over its turn is made again.
    for (;;) {
      const [before, crashed, promoted] = await countOverLosses();
      expect(before).toMatchObject({ taken: 8, held: 8 });
      if (promoted.minute !== before.minute) continue;
      expect(crashed.held).toBe(10);
      expect(promoted).toMatchObject({ taken: 0, held: 10 });
      return;
    }
  },
);

type Count = Partial<Block> & Pick<Taken, 'minute'>;

/** The counts of a name of which at most ten are given: of a server, of it after a crash, and of its standby after a promotion. */
async function countOverLosses(): Promise<[Count, Count, Count]> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-counts-'));
  chmodSync(folder, 0o755);
  const [first, second] = [newServer(join(folder, 'a'), SYNCHRONOUS), newServer(join(folder, 'b'))];
  const pools: Pool[] = [];
  const open = (server: typeof first) => {
    const postgres: PostgresOptions = {
      ...{ url: server.urlOf('postgres'), passwordFile: null, durability: 'local', node: 'test' },
    };
    const pool = new Pool(new Primary(postgres), { max: 1 });
    pools.push(pool);
    return { postgres, windows: openWindows(pool, 'test', PATIENT_MS) };
  };
  const take = async ({ windows }: { readonly windows: Windows }): Promise<Count> => {
    const asking = () => windows.take([{ name: 'x', limit: 10, waiting: 8, unused: null }]);
    const { minute, blocks } = await vi.waitFor(asking, { timeout: PATIENT_MS, interval: 50 });
    return { minute, ...blocks[0] };
  };
  try {
    first.start();
    second.startAsStandbyOf(first, 'standby');
    await (await openCluster(open(first).postgres, { schema: 'create' })).close();
    await amidAMinute();
    const before = await take(open(first));
    first.signal('SIGKILL');
    first.resume();
    const crashed = await take(open(first));
    first.signal('SIGKILL');
    second.promote();
    return [before, crashed, await take(open(second))];
  } finally {
    for (const pool of pools) await pool.close();
    for (const server of [first, second]) server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
