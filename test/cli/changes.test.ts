import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { end, runDossier, spawnDossier } from '../support/processes/process.js';
import { runProgram } from '../support/processes/program.js';

const SOURCE = 'us_co_business_entities';
const ID = 'CO:20221555001';

it('dossier changes shows the feed, goes on behind a cursor, and follows it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'dossier-changes-'));
  const env = { DOSSIER_DATA: data };
  const [name = ''] = readdirSync(resolve('sample', SOURCE));
  const sample = resolve('sample', SOURCE, name);
  const load = async (file: string) => {
    const { status, stderr } = await runDossier(['ingest', SOURCE, '--file', file], env);
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  };
  const changes = async (...args: string[]) => {
    const { stdout, error } = await runProgram(['changes', ...args, '--json'], env);
    expect(error).toBeNull();
    return JSON.parse(stdout) as { events: { kind: string; id: string }[]; cursor: string };
  };
  await load(sample);
  const first = await changes();
  expect(first.events).toMatchObject([{ kind: 'baseline', id: SOURCE }]);

  const following = spawnDossier(['changes', '--follow', '--id', ID, '--cursor', first.cursor], env);
  const line = new Promise<string>((reported) =>
    following.stdout?.once('data', (text) => reported(String(text))),
  );
  const edition = join(data, 'edition.csv');
  writeFileSync(
    edition,
    readFileSync(sample, 'utf8').replace(/^(20221555001,.*?),Exists,/m, '$1,Delinquent,'),
  );
  await load(edition);
  expect(await line).toMatch(/ {2}changed {2}CO:20221555001 {2}status: "Exists" -> "Delinquent"\n$/);
  expect(await end(following, 'SIGTERM')).toBe(0);

  expect((await changes('--cursor', first.cursor, '--kind', 'changed')).events).toMatchObject([{ id: ID }]);
  expect((await changes('--cursor', first.cursor, '--cik', '320193')).events).toEqual([]);
  const { stdout } = await runProgram(['changes', '--limit', '1'], env);
  expect(stdout).toContain(`More changes follow: --cursor ${first.cursor}`);
  const wrong = await runProgram(['changes', '--kind', 'added', '--cursor', 'x'], env);
  expect(wrong.error).toMatch(/^cursor: must be a cursor .* kind: must be one of baseline, created/);
  const foreign = await runProgram(['changes', '--cursor', '0123456789ab-1'], env);
  expect(foreign.error).toContain('another feed');

  const inThreeDays = () => Date.now() + 3 * 86_400_000;
  const later = { ...env, DOSSIER_CHANGES_DAYS: '2' };
  expect((await runProgram(['ingest', SOURCE, '--file', sample], later, inThreeDays)).error).toBeNull();
  expect((await changes()).events).toMatchObject([{ kind: 'changed', id: ID }]);
  const expired = await runProgram(['changes', '--cursor', first.cursor.replace(/-.*/, '-0')], env);
  expect(expired.error).toContain('deleted');
});
