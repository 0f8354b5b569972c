import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { end, inheritedEnv, type Serving, startServing } from '../support/processes/process.js';
import { linkDossier } from '../support/processes/shell.js';
import { folderWithSample } from '../support/sample.js';
import { runProgram } from './support/run-program.js';

const GUIDE = readFileSync('docs/guides/match-a-list.md', 'utf8');
const ID = 'CO:20221555001';
const NAME = 'Willow Harbor Cleaners, LLC';

const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

let data: string;
let work: string;
let serving: Serving;
let env: Record<string, string>;
beforeAll(async () => {
  data = await folderWithSample('dossier-guide-');
  work = mkdtempSync(join(tmpdir(), 'dossier-guide-work-'));
  serving = await startServing(data, ['--sample']);
  env = { DOSSIER_DATA: data, URL: serving.started.url, KEY: serving.started.key ?? '' };
});
afterAll(async () => {
  await end(serving.child, 'SIGTERM');
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true });
});

it('each command of the guide runs, and shows what the guide says', async () => {
  linkDossier(work);
  const said: string[] = [];
  for (const command of blocks('sh')) {
    const options = { cwd: work, env: { ...inheritedEnv(), ...env } };
    const ran = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], options);
    said.push((await ran).stdout);
  }
  const [made, csv, ndjson, lists, answer, ...others] = said;
  expect([made, others]).toEqual(['', []]);
  const [, promised = ''] = /^It prints `(.*?)`/m.exec(GUIDE) ?? [];
  expect(csv?.trim()).toBe(promised);
  expect(ndjson?.trim()).toBe(promised.replace('.csv', '.ndjson'));
  expect(lists?.match(/"name":"Vendors".*?"counts":\{"found":1,/g)).toHaveLength(2);
  expect(JSON.parse(answer ?? '')).toMatchObject({
    data: { outcome: 'found', candidates: [{ id: ID }] },
    meta: { creditsUsed: 1 },
  });
});

it('the results have the columns that the guide names', () => {
  const added = [...GUIDE.matchAll(/^\| `(\w+)` \|/gm)].map(([, column = '']) => column);
  const [head, ...rows] = readFileSync(join(work, 'matched.csv'), 'utf8').trim().split('\r\n');
  expect(head).toBe(['Vendor,City,State,Tax number,Amount', ...added].join(','));
  expect(rows.map((row) => row.includes(`,found,${ID},"${NAME}",`))).toEqual([true, true, false]);
  expect(rows[2]).toMatch(/,none,,,,"""n\/a"" is not a valid EIN and was ignored\. .*",$/);
  const lines = readFileSync(join(work, 'matched.ndjson'), 'utf8').trim().split('\n');
  const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const object of objects) expect(Object.keys(object)).toEqual((head ?? '').split(','));
  expect(objects.map(({ id }) => id)).toEqual([ID, ID, null]);
});

it('the program of the guide prints the record', async () => {
  const [text = ''] = blocks('ts');
  const printed = await runProgram(text, env);
  expect(printed).toEqual([[ID, NAME]]);
});
