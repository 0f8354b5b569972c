import { mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExact } from '../../../src/store/engine/engine.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';
import { runProgram } from '../../support/processes/program.js';
import { openState, openStore } from '../../support/store.js';

const ENDPOINT = 'https://hooks.example.com/x';

describe.skipIf(!hasPostgres)('commands over a ledger in PostgreSQL', () => {
  let folder: string;
  let database: string;
  let postgres: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-copied-'));
    claimFolder(folder, 'data');
    await (await openStore(folder, { schema: 'create' })).close();
    database = await newDatabase();
    const { url } = await optionsFor(database);
    postgres = { DOSSIER_POSTGRES: url, DOSSIER_POSTGRES_DURABILITY: 'local', DOSSIER_NODE: 'test' };
  });
  afterAll(() => dropDatabase(database));

  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    runProgram(args, { DOSSIER_DATA: folder, DOSSIER_PORT: '0', ...more });
  const reported = async <Reported>(
    args: readonly string[],
    more: Record<string, string> = {},
  ): Promise<Reported> => {
    const { stdout, error } = await run([...args, '--json'], more);
    if (error !== null) throw new Error(error);
    return JSON.parse(stdout) as Reported;
  };
  const copy = (from: string, to: string) =>
    reported(['ledger', 'copy', '--from', from, '--to', to], postgres);
  interface Watch {
    readonly id: string;
    readonly seq: number;
    readonly secret: string;
  }
  /** All that commands tell, and a message of a watch as it would be delivered. */
  const all = async (more: Record<string, string> = {}) => ({
    accounts: await reported(['account', 'list'], more),
    keys: await reported(['key', 'list'], more),
    // It ends at the moment of the command.
    statement: { ...(await reported<object>(['account', 'statement', 'acme'], more)), to: null },
    watches: await reported<Watch[]>(['watch', 'list', '--account', 'acme'], more),
  });
  const secretsIn = async () => {
    const state = openState({ path: join(folder, 'state.db'), schema: 'current' });
    const due = await state.deliveries.findDue(Date.now() + 1_000, { endpoints: [], accounts: [] });
    await state.close();
    return due;
  };
  const secretsThere = async () => {
    const options = await optionsFor(database);
    const { state, close } = await openExact(options, 'current');
    const due = await state.deliveries.findDue(Date.now() + 1_000, { endpoints: [], accounts: [] });
    await close();
    return due;
  };

  test('a ledger goes to PostgreSQL and back with its watches, and says the same each time', async () => {
    await reported(['account', 'create', 'acme', '--credits', '100']);
    await reported(['key', 'create', '--account', 'acme', '--name', 'first']);
    await reported(['account', 'grant', 'acme', '--credits', '7', '--reason', 'a gift']);
    const add = ['watch', 'add', '--account', 'acme', '--endpoint', ENDPOINT];
    const watch = await reported<Watch>([...add, '--state', 'CO']);
    await reported<Watch>([...add, '--cik', '320193']);
    const message = await reported<{ id: string }>(['watch', 'test', watch.id]);
    const [{ id: accountId = '' } = {}] = await reported<{ id: string }[]>(['account', 'list']);
    const [{ id: keyId = '' } = {}] = await reported<{ id: string }[]>(['key', 'list']);
    const state = openState({ path: join(folder, 'state.db'), schema: 'current' });
    const order = JSON.stringify({ kind: 'entities', filter: { state: 'CO' }, format: 'csv', fields: null });
    const request = { id: 'exp_1', accountId, keyId, order, createdAt: 1, once: null };
    await state.exports.create(request, 10);
    await state.exports.noteOrder('exp_1', 7);
    const waiting = await state.exports.find(accountId, 'exp_1');
    expect(waiting).toMatchObject({ isOrderPaid: true, orderCharge: 7 });
    const content = Buffer.from([0, 255, 10, 34, 92]);
    const list = {
      ...{
        id: 'lst_1',
        owner: accountId,
        name: 'Ünïted “vendors”',
        createdAt: 1,
        endsAt: 9e15,
        counts: '{}',
      },
      ...{ records: ['CO:1', 'CO:2'], content },
    };
    await state.matchLists.put(list, 9, 1);
    await state.matchLists.put({ ...list, id: 'lst_2', owner: '', records: [] }, 9, 1);
    const listsIn = async ({ matchLists }: Pick<typeof state, 'matchLists'>) =>
      [await matchLists.find('lst_1', 1), await matchLists.find('lst_2', 1)].map(
        (found) => found && { ...found, content: Buffer.from(found.content) },
      );
    const lists = await listsIn(state);
    expect(lists[0]).toEqual(list);
    await state.close();
    const before = await all();
    const due = await secretsIn();

    expect(await copy('sqlite', 'postgres')).toMatchObject({
      to: 'postgres',
      watches: 2,
      exports: 1,
      lists: 2,
    });
    const there = await openExact(await optionsFor(database), 'current');
    expect(await there.state.exports.find(accountId, 'exp_1')).toEqual(waiting);
    expect(await listsIn(there.state)).toEqual(lists);
    await there.close();
    expect(await all(postgres)).toEqual(before);
    expect(before.watches.find(({ id }) => id === watch.id)).toMatchObject({ waiting: 1 });
    expect(await secretsThere()).toEqual(due);
    expect((await run(['account', 'list'])).error).toContain('was moved to PostgreSQL');

    // A message and a watch that are made there have numbers behind those that were copied.
    const next = await reported<{ id: string }>(['watch', 'test', watch.id], postgres);
    expect(next.id).not.toBe(message.id);
    await reported([...add, '--state', 'NY'], postgres);
    await reported(['account', 'create', 'later', '--credits', '3'], postgres);
    const later = await all(postgres);

    const again = await run(['ledger', 'copy', '--from', 'postgres', '--to', 'sqlite'], postgres);
    expect(again.error).toMatch(/state\.db already contains exports.*target ledger must be empty/);
    mkdirSync(join(folder, 'aside'));
    for (const name of readdirSync(folder).filter((file) => /^(?:ledger|state)\.db/.test(file)))
      renameSync(join(folder, name), join(folder, 'aside', name));
    expect((await run(['migrate', '--make-missing'])).error).toBeNull();
    expect(await copy('postgres', 'sqlite')).toMatchObject({
      to: 'sqlite',
      watches: 3,
      exports: 1,
      lists: 2,
    });
    const back = openState({ path: join(folder, 'state.db'), schema: 'current' });
    expect(await listsIn(back)).toEqual(lists);
    await back.close();
    expect(await all()).toEqual(later);
    expect((await run(['ledger', 'verify'])).stdout).toContain('Every balance is the sum of its rows.');
    expect((await run(['account', 'list'], postgres)).error).toContain('was moved');
  });

  test('both engines are named, and the address of PostgreSQL is needed', async () => {
    const same = await run(['ledger', 'copy', '--from', 'sqlite', '--to', 'sqlite'], postgres);
    expect(same.error).toContain('--from and --to must be sqlite and postgres, or postgres and sqlite');
    const without = await run(['ledger', 'copy', '--from', 'sqlite', '--to', 'postgres']);
    expect(without.error).toContain('Set DOSSIER_POSTGRES');
  });

  test('a watch that differs after the copy leaves the old ledger in use', async () => {
    const other = await newDatabase();
    const { url } = await optionsFor(other);
    const there = { ...postgres, DOSSIER_POSTGRES: url };
    expect((await run(['migrate'], there)).error).toBeNull();
    await query(
      other,
      `CREATE FUNCTION bend() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.position := 9; RETURN NEW; END $$;
       CREATE TRIGGER bend BEFORE INSERT ON state.watches FOR EACH ROW EXECUTE FUNCTION bend()`,
    );
    const copied = await run(['ledger', 'copy', '--from', 'sqlite', '--to', 'postgres'], there);
    expect(copied.error).toContain('The table watches differs. The original ledger remains in use.');
    expect((await run(['account', 'list'])).error).toBeNull();
    await dropDatabase(other);
  });

  test('doctor looks at PostgreSQL: how it is set up, its clock, and that nobody answers', async () => {
    const fresh = await newDatabase();
    const { url } = await optionsFor(fresh);
    const there = { ...postgres, DOSSIER_POSTGRES: url };
    const findings = async (more: Record<string, string>) => {
      const { stdout } = await run(['doctor', '--json'], more);
      const { findings } = JSON.parse(stdout) as {
        findings: { subject: string; ok: boolean; what: string }[];
      };
      return findings.filter(({ subject }) => ['postgres', 'clock', 'cluster'].includes(subject));
    };
    const empty = await findings(there);
    expect(empty.filter(({ ok }) => !ok).map(({ what }) => what)).toEqual([
      expect.stringContaining('dossier migrate'),
    ]);
    expect((await run(['migrate'], there)).error).toBeNull();
    const good = await findings(there);
    expect(good.filter(({ ok }) => !ok)).toEqual([]);
    expect(good.map(({ what }) => what).join(' ')).toMatch(/The primary is PostgreSQL \d+/);
    const bare = await findings({ ...there, DOSSIER_POSTGRES_DURABILITY: 'standby' });
    expect(bare.find(({ ok }) => !ok)?.what).toContain('has no synchronous standby');
    const away = await findings({ ...there, DOSSIER_POSTGRES: 'postgres://u@127.0.0.1:1/db' });
    expect(away.find(({ ok }) => !ok)?.what).toContain('No primary of PostgreSQL can be reached');
    await dropDatabase(fresh);
  });
});
