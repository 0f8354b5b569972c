import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCatalog, type SqliteCatalog } from '../../../../src/store/sqlite/catalog/sqlite-catalog.js';
import { Database } from '../../../../src/store/sqlite/file/driver.js';
import { endOf, entityRow, newRun } from '../fixtures.js';

const SOURCE = 'us_xx_register';
const AT = 9;

let folder: string;
let catalog: SqliteCatalog;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-links-durable-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
  const runId = await catalog.loads.start(newRun(SOURCE, 1));
  const stage = await catalog.loads.openEntityStage(runId, SOURCE);
  await stage.put([entityRow('1'), entityRow('2')]);
  const counts = stage.counts();
  const { gone } = await (await stage.seal(null)).apply(() => undefined);
  await catalog.loads.finish(runId, endOf(counts, gone, false, 1));
});
afterEach(() => {
  vi.restoreAllMocks();
  catalog.close();
  rmSync(folder, { recursive: true });
});

/**
 * The links forget what the catalog took in, and they are another file: a power cut could keep that and lose the catalog's
 * last commits, which wait for no disk (`synchronous = normal`). No power is cut here: the order is seen in what is asked of
 * SQLite, and the moment after the sync is kept in a copy.
 */
async function syncsOf(count: string, work: () => Promise<unknown>) {
  const seen: string[] = [];
  const afterSync = join(folder, 'after-sync');
  mkdirSync(afterSync);
  const { pragma } = Database.prototype;
  vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (
    this: InstanceType<typeof Database>,
    sql,
    options,
  ) {
    if (sql.startsWith('synchronous')) seen.push(`${sql}: ${counted(folder, count)}`);
    if (sql === 'synchronous = normal') {
      for (const end of ['', '-wal'])
        cpSync(join(folder, `catalog.db${end}`), join(afterSync, `catalog.db${end}`));
    }
    return pragma.call(this, sql, options);
  });
  await work();
  vi.restoreAllMocks();
  return { seen, kept: counted(afterSync, count) };
}

function counted(of: string, count: string): number {
  const reader = new Database(join(of, 'catalog.db'), { readonly: true });
  const found = reader.prepare<[], number>(count).pluck().get();
  reader.close();
  return found ?? 0;
}

const inOneSync = (count: number) => ({
  seen: ['synchronous = full: 0', `synchronous = normal: ${count}`],
  kept: count,
});

test('officers of links are synced, with all before them, before the links forget them', async () => {
  const taken = [
    { entity: 'XX:1', names: ['MARY CONTACT'], isFirst: false },
    { entity: 'XX:2', names: ['JOHN TRUSTEE'], isFirst: false },
  ];
  const put = () => catalog.officers.put(taken, AT);
  expect(await syncsOf('SELECT count(*) FROM linked_officers', put)).toEqual(inOneSync(2));
});

test('changes of links are synced in the feed before the links forget them', async () => {
  const change = { dataset: 'us_xx_awards', before: [], after: ['ein:1'] };
  const changes = [1, 2, 3].map((number) => ({ ...change, number, token: `t${number}`, entity: 'XX:1' }));
  const reported = `SELECT count(*) FROM events WHERE kind = 'link_changed'`;
  expect(await syncsOf(reported, () => catalog.feed.putLinkChanges(changes, AT))).toEqual(inOneSync(3));
});
