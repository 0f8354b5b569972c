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
  const [, from, to] = /^>=(\d+\.\d+)\.0 <(\d+)$/.exec(read('package.json').engines.node) ?? [];
  const text = readFileSync('bin/dossier.js', 'utf8');
  expect(text).toContain(`needs Node ${from} to ${Number(to) - 1};`);
  const [major, minor] = from?.split('.') ?? [];
  expect(text).toContain(`parts[0] < ${major} || (parts[0] === ${major} && parts[1] < ${minor})`);
  expect(text).toContain(`parts[0] > ${Number(to) - 1}`);
});
