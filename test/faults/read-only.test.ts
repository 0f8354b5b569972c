import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { end, runDossier } from '../support/processes/process.js';
import { asker, booksOf, hammer, sampleWith } from './support.js';

/** Whom permissions hold back: root is held back by none. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test('a server whose ledger file is read-only answers nothing that costs, charges nobody, and says why', async () => {
  const folder = await sampleWith(1_000);
  const before = await booksOf(folder);
  if (isRoot) giveAway(folder.path);
  chmodSync(join(folder.path, 'ledger.db'), 0o444);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('DOSSIER_'));
  const child = spawn(process.execPath, [resolve('bin/dossier.js'), 'serve', '--json'], {
    env: { ...Object.fromEntries(inherited), DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let [text, said] = ['', ''];
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  expect([text === '', said.includes('    at ')], said).toEqual([false, false]);
  const { url } = JSON.parse(text) as { url: string };
  const ask = asker(url, folder.key, 8);
  const counts = await hammer(ask, 8, (so) => (so.get(503) ?? 0) >= 50);
  ask.end();
  expect([...counts.keys()]).toEqual([503]);
  expect((await fetch(`${url}/api/v1/sources`)).status).toBe(200);
  await end(child, 'SIGTERM');
  chmodSync(join(folder.path, 'ledger.db'), 0o644);
  expect(await booksOf(folder)).toEqual(before);
}, 60_000);

test('on a read-only mount each command ends with one sentence that names the folder and the cure', async () => {
  const { path } = await sampleWith(10);
  const mounted = mkdtempSync(join(tmpdir(), 'dossier-read-only-'));
  try {
    execFileSync('mount', ['--bind', path, mounted], { stdio: 'ignore' });
  } catch {
    return void process.stderr.write('read only: nothing may be mounted here; no such mount was tried.\n');
  }
  try {
    execFileSync('mount', ['-o', 'remount,ro,bind', mounted]);
    for (const command of ['serve', 'account list', 'index']) {
      const { status, stderr } = await runDossier(command.split(' '), { DOSSIER_DATA: mounted });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^dossier: [^\n]*dossier-read-only-[^\n]* not read-only\.\n$/),
      ]);
    }
  } finally {
    execFileSync('umount', ['-l', mounted]);
    rmSync(path, { recursive: true });
  }
}, 60_000);

/** The folder and all in it but the ledger, which stays root's. */
function giveAway(path: string): void {
  chownSync(path, NOBODY, NOBODY);
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    if (name !== 'ledger.db') chownSync(join(path, name), NOBODY, NOBODY);
  }
}
