import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { end, inheritedEnv } from '../support/processes/process.js';

const MIB = 2 ** 20;
const MAX_PACKED = 1.5 * MIB;
const MAX_AT_REST = 150 * MIB;
/** Node 24 takes more (ADR 11). */
const isMeasured = process.platform === 'linux' && process.versions.node.startsWith('20.');

/** npm with the cache that installed the project; only what is not in it is fetched. */
function npm(folder: string, ...args: readonly string[]): string {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  return execFileSync('npm', [...args, ...quiet], {
    cwd: folder,
    env: inheritedEnv(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

let scratch: string;
let packed: { readonly filename: string; readonly size: number; readonly files: readonly { path: string }[] };
let modules: string;

/** Packs the built program and installs it as a user does, in a folder of its own. */
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'dossier-package-'));
  const [reported] = JSON.parse(
    npm('.', 'pack', '--json', '--ignore-scripts', '--pack-destination', scratch),
  );
  packed = reported;
  npm(
    scratch,
    'install',
    '--global',
    '--prefix',
    scratch,
    '--ignore-scripts',
    join(scratch, packed.filename),
  );
  modules = join(scratch, 'lib/node_modules/dossier/node_modules');
  // The same version was compiled when the project was installed; a minute of a compiler shows nothing new.
  const compiled = 'node20/node_modules';
  if (existsSync(compiled)) cpSync(compiled, join(modules, '..', compiled), { recursive: true });
});

describe('the packed program', () => {
  it('holds what runs and what is served, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    const first = new Set(
      paths.map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('dist') ? 2 : 1)
          .join('/'),
      ),
    );
    expect([...first].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'deploy',
      'dist/client',
      'dist/program',
      'docs',
      'node20',
      'openapi.json',
      'package.json',
      'sample',
      'scripts',
    ]);
    expect(paths.filter((path) => /\.(map|ts|tsx|db|png|tsbuildinfo)$/.test(path))).toEqual([]);
    for (const source of readdirSync('sample'))
      expect(paths.some((path) => path.startsWith(`sample/${source}`))).toBe(true);
    expect(statSync(join(scratch, packed.filename)).size).toBeLessThan(MAX_PACKED);
  });

  it('installs the versions that the tests ran with of the libraries that it names', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [name, version] of Object.entries(dependencies))
      expect([name, JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version]).toEqual([
        name,
        version,
      ]);
  });

  it('needs no library that is only there for development', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const installed = Object.keys(devDependencies).filter((name) => existsSync(join(modules, name)));
    // A library of ours may itself need one of them.
    expect(installed.filter((name) => !['ajv', '@types/node'].includes(name))).toEqual([]);
  });
});

describe('the installed program, started in an empty folder', () => {
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(join(scratch, 'bin/dossier'), [...args], {
      cwd: join(scratch, 'empty'),
      env: { ...inheritedEnv(), ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  let child: ChildProcess;
  let url: string;
  let key: string;

  beforeAll(async () => {
    mkdirSync(join(scratch, 'empty'));
    child = run(['serve', '--json', '--port', '0']);
    ({ url, key } = JSON.parse(await firstLine(child)));
  });
  afterAll(() => end(child, 'SIGTERM'));

  it('answers, and every page of the documents that it links to is there', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const entity = await fetch(`${url}/api/v1/entity/CO:20221555001`, { headers });
    expect(await entity.json()).toMatchObject({ data: { name: 'Willow Harbor Cleaners, LLC' } });
    const seen = new Set(['/', '/docs', '/openapi.json', '/llms.txt']);
    for (const path of seen) {
      const response = await fetch(url + path);
      expect([path, response.status]).toEqual([path, 200]);
      const text = await response.text();
      for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/(?:docs|assets)[^"#?]*)/g)) seen.add(link);
    }
    expect(seen.size).toBeGreaterThan(10);
  });

  it('says its version and its health', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await firstLine(run(['--version']))).toBe(version);
    const { port } = new URL(url);
    expect(await firstLine(run(['health', '--port', port]))).toBe(`The service at ${url} is ready.`);
  });

  it.runIf(isMeasured)(
    'takes no more than 150 MB when it is at rest',
    async () => {
      const again = run(['serve', '--json', '--port', '0']);
      await firstLine(again);
      const resident = () => {
        const status = readFileSync(`/proc/${again.pid}/status`, 'utf8');
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
      };
      try {
        // After ten seconds where the machine has time for it.
        await expect.poll(resident, { interval: 1_000 }).toBeLessThan(MAX_AT_REST);
      } finally {
        await end(again, 'SIGTERM');
      }
    },
    60_000,
  );
});

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
