import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { end, inheritedEnv, runDossier } from '../support/processes/process.js';
import { openStore } from '../support/store.js';
import { asker, booksOf, hammer, sampleWith } from './support.js';

/** Whom permissions hold back: root is held back by none. */
const NOBODY = 65_534;
const ONE_SENTENCE =
  /^dossier: [^\n]*dossier-read-only-[^\n]* (not read-only|write access to it and its folder)\.\n$/;
const COLORADO = resolve('sample/us_co_business_entities/business-entities-in-colorado.csv');
const isRoot = process.getuid?.() === 0;

test('a server whose ledger file is read-only answers nothing that costs, charges nobody, and says why', async () => {
  const folder = await sampleWith(1_000);
  const before = await booksOf(folder);
  if (isRoot) giveAway(folder.path);
  chmodSync(join(folder.path, 'ledger.db'), 0o444);
  const child = spawnAsNobody(['serve', '--json'], { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' });
  let [answer, said] = ['', ''];
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  for await (const chunk of child.stdout) {
    answer += String(chunk);
    if (answer.includes('\n')) break;
  }
  expect([answer === '', said.includes('    at ')], said).toEqual([false, false]);
  const { url } = JSON.parse(answer) as { url: string };
  const ask = asker(url, folder.key, 8);
  const counts = await hammer(ask, 8, (so) => (so.get(503) ?? 0) >= 50);
  ask.end();
  expect([...counts.keys()]).toEqual([503]);
  expect((await fetch(`${url}/api/v1/sources`)).status).toBe(200);
  await end(child, 'SIGTERM');
  chmodSync(join(folder.path, 'ledger.db'), 0o644);
  expect(await booksOf(folder)).toEqual(before);
});

/** SQLite reads a database that cannot be written only where its log is there; else it would make one. */
describe.each([
  ['of a service that ended', false],
  ['of a service that was killed, with its logs', true],
])('on a read-only mount of the folder %s', (_, hasLogs) => {
  test('each command works or ends with one sentence that names the place and the cure, and the doctor finds no damage', async () => {
    const { path } = await sampleWith(10);
    const served = hasLogs ? await leaveLogs(path) : path;
    const mounted = mountReadOnly(served);
    if (mounted === null)
      return void process.stderr.write('read only: nothing may be mounted here; no such mount was tried.\n');
    try {
      const target = join(mkdtempSync(join(tmpdir(), 'dossier-no-backup-')), 'copy');
      const [writing, reading] = [
        ['serve', 'index'],
        ['account list', 'sources', 'ledger verify', `backup ${target}`],
      ];
      for (const command of [...writing, ...reading]) {
        const { status, stderr } = await runDossier(command.split(' '), { DOSSIER_DATA: mounted });
        const works = hasLogs && reading.includes(command);
        expect([command, status, stderr]).toEqual([
          command,
          works ? 0 : 1,
          works ? '' : expect.stringMatching(ONE_SENTENCE),
        ]);
      }
      const { status, stdout } = await runDossier(['doctor'], { DOSSIER_DATA: mounted });
      expect(status).toBe(1);
      expect(stdout).toMatch(/^wrong {2}folder {2}\S*dossier-read-only-\S* cannot be written\./m);
      expect(stdout).not.toMatch(/damaged|backup/i);
    } finally {
      execFileSync('umount', ['-l', mounted]);
      for (const folder of new Set([path, served])) rmSync(folder, { recursive: true });
    }
  });
});

test.each([
  'serve',
  'account list',
  'sources',
  'doctor',
  `ingest us_co_business_entities --file ${COLORADO}`,
])(
  '`dossier %s` on a folder of which the user has no right is one line',
  async (command) => {
    const path = mkdtempSync(join(tmpdir(), 'dossier-no-right-'));
    chmodSync(path, isRoot ? 0o700 : 0o000);
    try {
      const child = spawnAsNobody(command.split(' '), { DOSSIER_DATA: path });
      const [[status], stdout, stderr] = await Promise.all([
        once(child, 'close'),
        text(child.stdout),
        text(child.stderr),
      ]);
      expect(status).toBe(1);
      const said = command === 'doctor' ? stdout : stderr;
      expect(said).toMatch(new RegExp(`${path}\\S* cannot be (opened or )?(made|written)`));
      expect(stdout + stderr).not.toMatch(/^ {4}at |damaged|does not expect/m);
      if (command !== 'doctor') expect(stderr).toMatch(/^dossier: [^\n]*\n$/);
    } finally {
      chmodSync(path, 0o700);
      rmSync(path, { recursive: true });
    }
  },
  60_000,
);

function spawnAsNobody(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, [resolve('bin/dossier.js'), ...args], {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
}

/** The folder as it is while its databases are open. */
async function leaveLogs(path: string): Promise<string> {
  const { close } = await openStore(path, { schema: 'current' });
  const copy = mkdtempSync(join(tmpdir(), 'dossier-logs-'));
  cpSync(path, copy, { recursive: true });
  await close();
  return copy;
}

/** Null where nothing may be mounted. */
function mountReadOnly(path: string): string | null {
  const mounted = mkdtempSync(join(tmpdir(), 'dossier-read-only-'));
  try {
    execFileSync('mount', ['--bind', path, mounted], { stdio: 'ignore' });
  } catch {
    return null;
  }
  execFileSync('mount', ['-o', 'remount,ro,bind', mounted]);
  return mounted;
}

/** The folder and all in it but the ledger, which stays root's. */
function giveAway(path: string): void {
  chownSync(path, NOBODY, NOBODY);
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    if (name !== 'ledger.db') chownSync(join(path, name), NOBODY, NOBODY);
  }
}
