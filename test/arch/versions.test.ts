import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

it('the client has the version of the service that it is made for', () => {
  const { version } = read('package.json');
  expect(read('sdk/package.json').version).toBe(version);
  const { packages } = read('package-lock.json');
  expect([packages['']?.version, packages.sdk?.version]).toEqual([version, version]);
  const packed = readFileSync('sdk/README.md', 'utf8').match(/dossier-client-[\d.]+\.tgz/g) ?? [];
  expect(packed.length).toBeGreaterThan(0);
  expect(new Set(packed)).toEqual(new Set([`dossier-client-${version}.tgz`]));
});

it('the command refuses the versions of Node that the package refuses', () => {
  const [, from] = /^>=(\d+\.\d+)\.0$/.exec(read('package.json').engines.node) ?? [];
  const text = readFileSync('bin/dossier.js', 'utf8');
  expect(text).toContain(`Install Node ${from} or newer, then run`);
  const [major, minor] = from?.split('.') ?? [];
  expect(text).toContain(`parts[0] < ${major} || (parts[0] === ${major} && parts[1] < ${minor})`);
});

it('both versions of the SQLite module are pinned, and the program is never installed with the older one', () => {
  const manifest = (path: string) =>
    JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>;
  const { dependencies, optionalDependencies, allowScripts } = manifest('package.json');
  // npm ci runs node-gyp if this is not denied, and omits the package if it fails: a lockfile has no `gypfile`.
  expect(allowScripts).toEqual({ 'better-sqlite3': false, 'cpu-features': false, ssh2: false });
  expect(dependencies).not.toHaveProperty('better-sqlite3');
  expect(optionalDependencies).toEqual({ 'better-sqlite3': expect.stringMatching(/^13\.\d+\.\d+$/) });
  const locked = read('package-lock.json').packages['node_modules/better-sqlite3'];
  expect(locked?.version).toBe(optionalDependencies?.['better-sqlite3']);
  const { 'better-sqlite3': older } = manifest('node20/package.json').dependencies ?? {};
  expect(older).toMatch(/^12\.\d+\.\d+$/);
  const { packages } = read('node20/npm-shrinkwrap.json');
  expect(packages['node_modules/better-sqlite3']?.version).toBe(older);
});
