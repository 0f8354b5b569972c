import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { end, inheritedEnv, runDossier, type Serving, startServing } from '../support/processes/process.js';
import { linkDossier } from '../support/processes/shell.js';

const GUIDE = readFileSync('docs/guides/mirror-a-state.md', 'utf8');
const SOURCE = 'us_co_business_entities';

const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const data = mkdtempSync(join(tmpdir(), 'dossier-guide-'));
const work = mkdtempSync(join(tmpdir(), 'dossier-guide-work-'));
const [file = ''] = readdirSync(resolve('sample', SOURCE));
const sample = resolve('sample', SOURCE, file);
let serving: Serving;
let env: Record<string, string>;
beforeAll(async () => {
  await dossier('ingest', SOURCE, '--file', sample);
  const { id } = await dossier('account', 'create', 'guide', '--credits', '100');
  const { key } = await dossier('key', 'create', '--account', String(id));
  serving = await startServing(data);
  env = { DOSSIER_DATA: data, URL: serving.started.url, KEY: String(key) };
  mkdirSync(join(work, 'node_modules'));
  symlinkSync(resolve('sdk'), join(work, 'node_modules/dossier-client'));
  writeFileSync(join(work, 'mirror.mjs'), blocks('js')[0] ?? '');
});
afterAll(async () => {
  await end(serving.child, 'SIGTERM');
  for (const folder of [data, work]) rmSync(folder, { recursive: true });
});

async function dossier(...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await runDossier([...args, '--json'], { DOSSIER_DATA: data });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const options = { cwd: work, env: { ...inheritedEnv(), ...env } };
  return (await promisify(execFile)(program, args, options)).stdout;
}

function rowsIn(folder: string): Row[] {
  const parts = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  const lines = parts.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .split('\n'),
  );
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

/** A field that is null is held as little as one that is not there. */
const shown = (rows: readonly Row[]) =>
  rows
    .map((row) => Object.entries(row).filter(([, value]) => value !== null))
    .map((fields) => JSON.stringify(fields.sort()))
    .sort();

it('each command of the guide runs, and shows what the guide says', async () => {
  const separator = '=====';
  linkDossier(work);
  const script = blocks('sh').join(`\necho ${separator}\n`);
  const said = (await run('bash', ['-euo', 'pipefail', '-c', script])).split(`${separator}\n`);
  const [dryRun = '', , checked, , changes = '', exported] = said;
  const rows = rowsIn(join(work, 'co'));
  expect(JSON.parse(dryRun)).toMatchObject({ data: { cost: Math.ceil(rows.length / 100) } });
  expect(checked).toBe('part-00001.ndjson.gz: OK\n');
  expect(shown(rowsIn(work))).toEqual(shown(rows));
  expect(rows.length).toBeGreaterThan(50);
  expect(JSON.parse(changes)).toMatchObject({ data: [], meta: { hasMore: false } });
  expect(exported).toContain('Exported 0 rows');
});

it('the program of the guide makes a copy, and brings it up to date', async () => {
  const mirrored = () => {
    const { records } = JSON.parse(readFileSync(join(work, 'mirror.json'), 'utf8')) as {
      records: Record<string, Row>;
    };
    return shown(Object.values(records));
  };
  expect(await run(process.execPath, ['mirror.mjs'])).toMatch(/^\d+ records, cursor [0-9a-f]{12}-/);
  expect(mirrored()).toEqual(shown(rowsIn(join(work, 'co'))));
  const [head = '', first = '', ...lines] = readFileSync(sample, 'utf8').split('\n');
  const changed = [first, ...lines].map((line) =>
    line.replace(/^(20221555001,.*?),Exists,/, '$1,Delinquent,'),
  );
  const added = first.replace(/^\d+/, '20991555099');
  writeFileSync(join(work, 'edition.csv'), [head, added, ...changed].join('\n'));
  await dossier('ingest', SOURCE, '--file', join(work, 'edition.csv'));
  await run(process.execPath, ['mirror.mjs']);
  await dossier('export', 'entities', '--state', 'CO', '--out', join(work, 'now'));
  const rows = rowsIn(join(work, 'now'));
  expect(mirrored()).toEqual(shown(rows));
  expect(rows.length).toBe(rowsIn(join(work, 'co')).length + 1);
  expect(rows.find(({ id }) => id === 'CO:20221555001')).toMatchObject({ status: 'Delinquent' });
});
