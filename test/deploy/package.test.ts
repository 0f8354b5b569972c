import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Packed {
  readonly filename: string;
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
    expectSigned(copy, here);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

/** A release of the built folder: its sums are right, and no other text has their signature. */
function expectSigned(folder: string, { filename }: Packed): void {
  const key = join(folder, 'key');
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  run(process.execPath, ['scripts/release.mjs', '--key', key], folder);
  const release = join(folder, 'release');
  expect(readdirSync(release).sort()).toEqual(
    ['SHA256SUMS', 'SHA256SUMS.sig', filename, 'sbom.cdx.json'].sort(),
  );
  expect(run('sha256sum', ['--check', 'SHA256SUMS'], release)).toBe(`${filename}: OK\nsbom.cdx.json: OK\n`);
  writeFileSync(join(folder, 'signers'), `publisher ${readFileSync(`${key}.pub`, 'utf8')}`);
  const verify = (sums: string) => {
    const of = [
      '-f',
      join(folder, 'signers'),
      '-I',
      'publisher',
      '-n',
      'file',
      '-s',
      join(release, 'SHA256SUMS.sig'),
    ];
    return spawnSync('ssh-keygen', ['-Y', 'verify', ...of], { input: sums }).status;
  };
  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
  expect(verify(sums)).toBe(0);
  expect(verify(sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0')))).not.toBe(0);
}

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
