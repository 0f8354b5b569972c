import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** As a stranger writes it with openapi-fetch: no narrowing, no cast. */
const PROGRAM = `import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const [, , baseUrl, key] = process.argv;
const client = createClient<paths>({ baseUrl: baseUrl ?? '', headers: { Authorization: \`Bearer \${key}\` } });

const entity = await client.GET('/api/v1/entity/{id}', {
  params: { path: { id: 'CO:20221555001' }, query: { include: ['ppp', 'related'] } },
});
const name: string | undefined = entity.data?.data.name;
const officers: components['schemas']['Officer'][] = entity.data?.data.officers ?? [];
const why: components['schemas']['AbsenceReason'] | undefined = entity.data?.meta.absent['officers'];
const outcome = entity.data?.meta.enrichment?.['ppp']?.outcome;

const found: components['schemas']['EntityItem'][] = [];
const page = await client.GET('/api/v1/search', { params: { query: { name: 'willow', state: 'CO' } } });
for (const item of page.data?.data ?? []) found.push(item);
let filings = 0;
const search = await client.GET('/api/v1/sec/search', { params: { query: { q: 'tesla' } } });
for (const filing of search.data?.data ?? []) filings += filing.accessionNumber.length > 0 ? 1 : 0;
const lobbying = await client.GET('/api/v1/lobbying/search', { params: { query: { filing_year: 2026 } } });
const client0: string | undefined = lobbying.data?.data[0]?.client.name;
const sources = await client.GET('/api/v1/sources');
const loaded = sources.data?.data.some((source: components['schemas']['Source']) => source.loaded);
const refused = await client.GET('/api/v1/search', { params: { query: { limit: 0 } } });
const code: components['schemas']['ErrorCode'] | undefined = refused.error?.error.code;

console.log(JSON.stringify([name, officers.length, why, outcome, found.length, filings, client0 !== undefined, loaded, code]));
`;

/**
 * Makes the client from the service's own document, compiles it in the plain case, and checks what it reads of the sample. The
 * soak does so with the compiler before, which takes ten times as long.
 */
export async function checkGeneratedClient(
  url: string,
  key: string,
  compiler = 'node_modules/typescript/bin/tsc',
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-generated-'));
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text());
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const run = (program: string, ...args: string[]) =>
    execFileSync(process.execPath, [resolve(program), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  run('sdk/node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.ts');
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable'];
  run(compiler, 'program.ts', ...strict, ...target, '--types', 'node');

  const program = [join(folder, 'program.js'), url, key];
  // This process serves what the program asks.
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: folder });
  const [name, officers, why, outcome, found, filings, hasClient, loaded, code] = JSON.parse(
    stdout,
  ) as unknown[];
  expect([typeof name, hasClient, loaded, code]).toEqual(['string', true, true, 'invalid_params']);
  expect([typeof outcome, (officers as number) > 0 || typeof why === 'string']).toEqual(['string', true]);
  expect([(found as number) > 0, (filings as number) > 0]).toEqual([true, true]);
}
