import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { lockFile } from '../../../src/store/sqlite/file-lock.js';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'dossier-lock-')), 'folder', 'source.lock');
const BUILT = resolve('dist/src/store/sqlite/file-lock.js');
const HOLD = `import { lockFile } from ${JSON.stringify(BUILT)};
  const lock = lockFile(process.argv[1]);
  console.log(lock ? 'held' : 'refused');
  setInterval(() => lock, 60_000);`;

const HOLD_UNREFERENCED = `import { lockFile } from ${JSON.stringify(BUILT)};
  lockFile(process.argv[1]);
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    gc();
  }
  console.log('collected');
  setInterval(() => undefined, 60_000);`;

afterEach(() => vi.restoreAllMocks());

/** Another process that asks for the lock and stays. */
async function askElsewhere(path: string, script = HOLD) {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, path]);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, answer: answer.toString().trim() };
}

test('one holds a lock, whether the others are in this process or not, until it lets go', async () => {
  const path = newPath();
  const first = lockFile(path);
  expect(first).toBeDefined();
  expect(lockFile(path)).toBeUndefined();
  const other = await askElsewhere(path);
  other.child.kill('SIGKILL');
  expect(other.answer).toBe('refused');
  first?.release();
  expect(lockFile(path)).toBeDefined();
});

test('a lock ends with its process, also with one that is killed', async () => {
  const path = newPath();
  const { child, answer } = await askElsewhere(path);
  expect(answer).toBe('held');
  expect(lockFile(path)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(lockFile(path)).toBeDefined();
});

test('a lock that nothing refers to is held all the same, also after the collector ran', async () => {
  const path = newPath();
  const { child, answer } = await askElsewhere(path, HOLD_UNREFERENCED);
  expect(answer).toBe('collected');
  const taken = lockFile(path);
  child.kill('SIGKILL');
  expect(taken).toBeUndefined();
});

test('a lock is taken also if somebody looks meanwhile', () => {
  const path = newPath();
  lockFile(path)?.release();
  const looking = new Database(path, { readonly: true });
  looking.exec('BEGIN');
  looking.prepare('SELECT 1 FROM sqlite_schema').get();
  const { exec } = Database.prototype;
  let tries = 0;
  vi.spyOn(Database.prototype, 'exec').mockImplementation(function (
    this: InstanceType<typeof Database>,
    sql: string,
  ) {
    if (sql === 'BEGIN EXCLUSIVE') tries += 1;
    // The look goes on through the first two tries.
    if (tries === 3) looking.close();
    return exec.call(this, sql);
  });
  const lock = lockFile(path);
  expect([lock !== undefined, tries]).toEqual([true, 3]);
  expect(lockFile(path)).toBeUndefined();
  // Who holds a lock is not waited for.
  expect(tries).toBe(3);
  lock?.release();
});
