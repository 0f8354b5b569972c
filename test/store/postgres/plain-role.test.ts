import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { confirmFolder } from '../../../src/store/folder/data-folder.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';
import { runProgram } from '../../support/processes/program.js';
import { loadBusinesses, newBuilderFolder, newFolder } from '../../support/publishing.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!isOwnServer)('the role that the suites connect as', () => {
  test('owns its database and is no superuser, and the commands of a cluster ask for no more', async () => {
    const database = await newDatabase();
    const [role] = await query<Record<string, unknown>>(
      database,
      `SELECT current_user = pg_get_userbyid(datdba) AS owner, rolsuper AS super, rolcreatedb AS creates, rolcreaterole AS makes,
         rolreplication AS replicates, pg_has_role(current_user, 'pg_monitor', 'member') AS watches
       FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    );
    expect(role).toEqual({
      owner: true,
      super: false,
      creates: false,
      makes: false,
      replicates: false,
      watches: false,
    });
    const folder = newBuilderFolder();
    const env = {
      DOSSIER_DATA: folder.path,
      DOSSIER_PORT: '0',
      DOSSIER_POSTGRES: (await optionsFor(database)).url,
      DOSSIER_POSTGRES_DURABILITY: 'local',
      DOSSIER_PUBLICATIONS: `file://${newFolder('place')}`,
    };
    const run = async (...args: string[]) => {
      const { stdout, error } = await runProgram([...args, '--json'], env);
      // The doctor says that no links were made yet.
      expect(error).toBe(args[0] === 'doctor' ? 'Found one problem.' : null);
      return JSON.parse(stdout);
    };
    await run('cluster', 'init');
    await loadBusinesses(folder, 20, 'plain');
    confirmFolder(folder);
    await run('cluster', 'publish');
    expect(await run('cluster', 'status')).toMatchObject({
      wanted: { version: 1 },
      versions: [{ version: 1 }],
    });
    await run('cluster', 'pin', '1');
    await run('cluster', 'unpin');
    const { id } = await run('account', 'create', 'plain', '--credits', '10');
    await run('account', 'grant', id, '--credits', '5');
    const { findings } = (await run('doctor')) as { findings: readonly Finding[] };
    expect(findings.filter(({ ok }) => !ok).map(({ subject }) => subject)).toEqual(['links']);
    const looked = findings.map(({ subject }) => subject);
    expect(looked).toEqual(expect.arrayContaining(['postgres', 'clock', 'ledger', 'cluster', 'bucket']));
    await dropDatabase(database);
  });
});
