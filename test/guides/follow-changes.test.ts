import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { end, inheritedEnv, runDossier, type Serving, startServing } from '../support/processes/process.js';
import { linkDossier } from '../support/processes/shell.js';
import { runProgram } from './support/run-program.js';

const GUIDE = readFileSync('docs/guides/follow-changes.md', 'utf8');
const SOURCE = 'us_co_business_entities';
const ID = 'CO:20221555001';

const data = mkdtempSync(join(tmpdir(), 'dossier-guide-'));
const work = mkdtempSync(join(tmpdir(), 'dossier-guide-work-'));
let serving: Serving;
let env: Record<string, string>;
beforeAll(async () => {
  const [file = ''] = readdirSync(resolve('sample', SOURCE));
  const sample = resolve('sample', SOURCE, file);
  const edition = readFileSync(sample, 'utf8').replace(/^(20221555001,.*?),Exists,/m, '$1,Delinquent,');
  writeFileSync(join(work, 'edition.csv'), edition);
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await runDossier([...args, '--json'], { DOSSIER_DATA: data });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, string>;
  };
  await run('ingest', SOURCE, '--file', sample);
  const { id } = await run('account', 'create', 'guide', '--credits', '100');
  const { key = '' } = await run('key', 'create', '--account', String(id));
  serving = await startServing(data);
  env = { DOSSIER_DATA: data, URL: serving.started.url, KEY: key };
});
afterAll(() => end(serving.child, 'SIGTERM'));

const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

it('each command of the guide runs, and shows what the guide says', async () => {
  const separator = '=====';
  linkDossier(work);
  const script = blocks('sh').join(`\necho ${separator}\n`);
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: work,
    env: { ...inheritedEnv(), ...env },
  });
  let stdout = '';
  let stderr = '';
  shell.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  shell.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const [status] = (await once(shell, 'close')) as [number];
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  const [cursor, since, , company, lines, history, here] = stdout.split(`${separator}\n`);
  expect(cursor).toMatch(/^[0-9a-f]{12}-[0-9a-z]+\n$/);
  expect(JSON.parse(since ?? '')).toMatchObject({ meta: { knownSince: expect.any(String) } });
  const change = { field: 'status', from: 'Exists', to: 'Delinquent' };
  expect(JSON.parse(company ?? '')).toMatchObject({ data: [{ id: ID, kind: 'changed', changes: [change] }] });
  expect(JSON.parse((lines ?? '').split('\n')[0] ?? '')).toMatchObject({ id: ID, changes: [change] });
  const [reported, then] = (history ?? '').split('}{');
  expect(reported).toContain('"knownSince"');
  expect(then).toContain('"status":"Delinquent"');
  expect(here).toContain('status: "Exists" -> "Delinquent"');
});

it('the program of the guide prints the change', async () => {
  const [text = ''] = blocks('ts');
  const printed = await runProgram(text, env);
  expect(printed).toEqual([[expect.any(String), 'status', 'Exists', 'Delinquent']]);
});
