import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'dossier-pack-'));
});

/** npm without a network, and without a cache or settings of whoever runs the tests. */
function npm(folder: string, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: scratch, npm_config_cache: join(scratch, 'cache') };
  return execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
}

/** The project as a checkout has it after `npm ci`: nothing of the client is built. */
function checkout(): string {
  const folder = join(scratch, 'checkout');
  mkdirSync(folder);
  for (const file of ['package.json', 'openapi.json']) cpSync(file, join(folder, file));
  const skipped = ['node_modules', 'dist', 'schema.ts'];
  cpSync('sdk', join(folder, 'sdk'), {
    recursive: true,
    filter: (from) => !skipped.includes(basename(from)),
  });
  for (const modules of ['node_modules', 'sdk/node_modules'])
    symlinkSync(resolve(modules), join(folder, modules));
  return folder;
}

it('the packed client installs in an empty folder without a network, and runs and compiles there', () => {
  const from = checkout();
  npm(from, 'pack', '-w', 'sdk', '--pack-destination', scratch);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    npm(scratch, 'pack', resolve('node_modules', name), '--ignore-scripts');
  }
  const tarballs = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
  expect(tarballs).toHaveLength(3);

  const empty = join(scratch, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "type": "module" }');
  npm(empty, 'install', ...tarballs.map((name) => join(scratch, name)));

  const installed = join(empty, 'node_modules/dossier-client');
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const { private: isPrivate } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(isPrivate).toBeUndefined();

  const program = `import { Dossier, DossierError, ConnectionError } from 'dossier-client';
const dossier = new Dossier({ url: 'http://127.0.0.1:1', key: 'k', retries: 0 });
try {
  const { data, limits } = await dossier.entity('CO:1');
  const name: string = data.name;
  const left: number | null = limits.creditsRemaining;
  console.log(name, left);
} catch (error) {
  console.log(error instanceof ConnectionError, error instanceof DossierError);
}
`;
  writeFileSync(join(empty, 'use.ts'), program);
  const compiler = resolve('sdk/node_modules/typescript/bin/tsc');
  const options = [
    '--module',
    'nodenext',
    '--strict',
    '--lib',
    'es2022,dom,dom.iterable',
    '--target',
    'es2022',
  ];
  execFileSync(process.execPath, [compiler, 'use.ts', ...options], { cwd: empty, stdio: 'inherit' });
  expect(execFileSync(process.execPath, ['use.js'], { cwd: empty, encoding: 'utf8' })).toBe('true false\n');
});
