import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { claimFolder, confirmFolder } from '../../../src/store/folder/data-folder.js';
import { Pooler } from '../../support/postgres/pooler.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  query,
  sharedServer,
} from '../../support/postgres/server.js';
import { runProgram } from '../../support/processes/program.js';
import { openStore } from '../../support/store.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!isOwnServer)('a node and its server', () => {
  const role = `limited_${process.pid}`;
  let database: string;
  let folder: string;

  beforeAll(async () => {
    database = await newDatabase();
    const claimed = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-away-')), 'data');
    folder = claimed.path;
    await (await openStore(folder, { schema: 'migrate' })).close();
    confirmFolder(claimed);
    await query('postgres', `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
  });
  afterAll(async () => {
    await dropDatabase(database);
    await query('postgres', `DROP ROLE ${role}`);
  });

  const env = (url: string) => ({
    ...{ DOSSIER_DATA: folder, DOSSIER_PORT: '0', DOSSIER_LOG_LEVEL: 'silent' },
    ...{ DOSSIER_POSTGRES: url, DOSSIER_POSTGRES_DURABILITY: 'local', DOSSIER_NODE: 'away' },
  });

  test('that has no connection left: the start waits, says so once, and goes on', async () => {
    const { url } = await optionsFor(database);
    let shown = '';
    let stop = () => {};
    const collect = new Writable({
      write: (chunk, _encoding, done) => {
        shown += String(chunk);
        done();
      },
    });
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const limited = url.replace('//plain@', `//${role}@`);
    const context = { stdout: collect, stderr: collect, now: Date.now, untilStopped: () => stopped };
    const program = await createProgram({ ...context, env: env(limited) }, ['serve']);
    const serving = program.parseAsync(['serve'], { from: 'user' });
    await expect.poll(() => shown).toMatch(/too many connections for role "limited_\d+"\. Retrying\./);
    await query('postgres', `GRANT plain TO ${role}; ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await expect.poll(() => shown).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    stop();
    await serving;
    expect(shown.match(/Retrying/g)).toHaveLength(1);
  });

  test('that is a pooler in transaction mode: serve, cluster init and doctor refuse it in a sentence', async () => {
    const pooler = new Pooler(sharedServer().folder, 'transaction');
    await pooler.listen();
    const pooled = env(`postgres://plain@/${database}?host=${pooler.folder}`);
    for (const command of [['serve'], ['cluster', 'init']])
      expect((await runProgram(command, pooled)).error).toMatch(
        /^DOSSIER_POSTGRES is the address of a connection pooler in transaction or statement mode/,
      );
    const { stdout } = await runProgram(['doctor'], pooled);
    expect(stdout).toMatch(/wrong {2}postgres {2}DOSSIER_POSTGRES is the address of a connection pooler/);
    pooler.close();
  });
});
