import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Packed {
  readonly shasum: string;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Readonly<Record<string, string>>;
};

const run = (command: string, args: readonly string[], cwd = '.') =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function pack(folder: string): Packed {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], folder),
  ) as Packed[];
  if (!packed) throw new Error('Nothing was packed.');
  return packed;
}

test('two builds, in different folders, make the same package to the byte; it has no tests, sources or history', () => {
  const copy = mkdtempSync(join(tmpdir(), 'dossier-package-'));
  try {
    for (const path of run('git', ['ls-files', '-co', '--exclude-standard']).trimEnd().split('\n'))
      cpSync(path, join(copy, path));
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    run('npm', ['run', 'build'], copy);
    const [here, there] = [pack('.'), pack(copy)];
    const names = here.files.map(({ path }) => path);
    expect(there.files.map(({ path }) => path)).toEqual(names);
    expect([there.shasum, there.integrity]).toEqual([here.shasum, here.integrity]);
    expect(names).toContain('dist/program/main.js');
    expect(names.filter((name) => /^(src|test|bench|\.)|\.map$|\.test\./.test(name))).toEqual([]);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test('the bill of materials has each library that the program uses, at its version', () => {
  const bill = JSON.parse(run('npm', ['run', '--silent', 'sbom'])) as {
    readonly bomFormat: string;
    readonly metadata: { readonly component: { readonly version: string } };
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  expect([bill.bomFormat, bill.metadata.component.version]).toEqual(['CycloneDX', version]);
  // Development packages may need another version of the same library.
  const components = new Set(bill.components.map(({ name, version: of }) => `${name}@${of}`));
  const missing = Object.entries(dependencies)
    .map(([name, of]) => `${name}@${of}`)
    .filter((name) => !components.has(name));
  expect(missing).toEqual([]);
});
