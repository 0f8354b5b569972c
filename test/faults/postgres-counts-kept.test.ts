import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openCluster, type PostgresOptions } from '../../src/store/engine.js';
import { openWindows } from '../../src/store/postgres/cluster/windows.js';
import { Primary } from '../../src/store/postgres/connect.js';
import { Pool } from '../../src/store/postgres/pool.js';
import type { Windows } from '../../src/store/store.js';
import { hasPostgres, newServer } from '../support/postgres/server.js';

const SYNCHRONOUS = { synchronous_standby_names: `'ANY 1 (standby)'` };

test.skipIf(!hasPostgres)(
  'the count stands after a crash of the server, and on the standby that takes its place',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-counts-'));
    chmodSync(folder, 0o755);
    const [first, second] = [newServer(join(folder, 'a'), SYNCHRONOUS), newServer(join(folder, 'b'))];
    const pools: Pool[] = [];
    const open = (server: typeof first) => {
      const postgres: PostgresOptions = {
        ...{ url: server.urlOf('postgres'), passwordFile: null, durability: 'local', node: 'test' },
      };
      const pool = new Pool(new Primary(postgres), { most: 1 });
      pools.push(pool);
      return { postgres, windows: openWindows(pool, 'test') };
    };
    // The server answers nothing before its standby is back.
    const take = async (windows: Windows, name: string, waiting: number) => {
      const asking = () => windows.take([{ name, limit: 10, waiting, unused: null }]);
      const { minute, blocks } = await vi.waitFor(asking, { timeout: 60_000, interval: 50 });
      return { minute, ...blocks[0] };
    };
    try {
      first.start();
      second.startAsStandbyOf(first, 'standby');
      await (await openCluster(open(first).postgres, { schema: 'create' })).close();
      const before = await take(open(first).windows, 'x', 8);
      first.signal('SIGKILL');
      first.resume();
      const crashed = await take(open(first).windows, 'x', 8);
      first.signal('SIGKILL');
      second.promote();
      const promoted = await take(open(second).windows, 'x', 8);
      // The minute may have ended meanwhile, and the next begins at nothing.
      expect(before).toMatchObject({ taken: 8, held: 8 });
      if (crashed.minute === before.minute) expect(crashed.held).toBe(10);
      if (promoted.minute === crashed.minute)
        expect(promoted).toMatchObject({ taken: 0, held: crashed.held });
    } finally {
      for (const pool of pools) await pool.close();
      for (const server of [first, second]) server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
