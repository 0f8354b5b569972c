import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inheritedEnv } from '../support/processes/process.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier clone-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, args: readonly string[], options: object = {}) =>
  spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: inheritedEnv(), ...options });

test('./dossier runs the program from any folder, through symbolic links', () => {
  expect(run(resolve('dossier'), ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  mkdirSync(join(folder, 'bin'));
  symlinkSync(resolve('dossier'), join(folder, 'absolute'));
  symlinkSync(relative(join(folder, 'bin'), join(folder, 'absolute')), join(folder, 'bin/-link'));
  expect(run('./-link', ['--version'], { cwd: join(folder, 'bin') }).stdout).toBe(`${version}\n`);
  // As a user whose shell sets it.
  const env = { ...inheritedEnv(), CDPATH: folder };
  expect(run('bin/-link', ['--version'], { env })).toMatchObject({ stdout: `${version}\n`, stderr: '' });
});

test('./dossier passes arguments, the working folder and the exit status on', () => {
  const env = { ...inheritedEnv(), DOSSIER_DATA: 'no data' };
  const { status, stdout } = run(resolve('dossier'), ['doctor', '--json'], { env });
  expect(stdout).toContain(join(folder, 'no data'));
  expect(status).toBe(run(process.execPath, [resolve('bin/dossier.js'), 'doctor', '--json'], { env }).status);
  expect(run(resolve('dossier'), ['match', 'a file; exit 7'], { env })).toMatchObject({ status: 1 });
});

test('./dossier of a clone without libraries says to run npm ci', () => {
  const clone = join(folder, 'clone');
  for (const path of ['dossier', 'bin']) cpSync(path, join(clone, path), { recursive: true });
  expect(run(join(clone, 'dossier'), ['serve'])).toMatchObject({
    status: 1,
    stderr: `dossier: The libraries are not installed. Run \`npm ci\` in ${clone}.\n`,
  });
});

test('./dossier without Node says what to install', () => {
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  for (const tool of ['dirname', 'readlink']) {
    symlinkSync(run('sh', ['-c', `command -v ${tool}`]).stdout.trim(), join(tools, tool));
  }
  expect(run('/bin/sh', [resolve('dossier'), '--version'], { env: { PATH: tools } })).toMatchObject({
    status: 1,
    stderr: 'dossier: Node is not installed, or not in PATH. Install Node 20.19 or newer.\n',
  });
});
