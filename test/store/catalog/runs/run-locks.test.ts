import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RunLocks } from '../../../../src/store/sqlite/catalog/runs/run-locks.js';
import { Database } from '../../../../src/store/sqlite/file/driver.js';

const RUN = 7;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-run-locks-'));
  path = join(folder, 'stage', `${RUN}.db-lock`);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Each stands for the catalog of another process. */
const owners = () => [new RunLocks(folder), new RunLocks(folder), new RunLocks(folder)] as const;

/** Does the work once, right after the owner has let the lock go and before its release is over. */
function asTheLockGoes(work: () => void): void {
  const { close } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'close').mockImplementation(function (
    this: InstanceType<typeof Database>,
  ) {
    spy.mockRestore();
    close.call(this);
    work();
    return this;
  });
}

test('an owner that takes a run the moment it is let go is seen by others', () => {
  const [first, second, third] = owners();
  expect(first.hold(RUN)).toBe(true);
  expect([second.isAlive(RUN), second.hold(RUN)]).toEqual([true, false]);
  const taken: boolean[] = [];
  asTheLockGoes(() => taken.push(second.hold(RUN)));
  first.release(RUN);
  expect(taken).toEqual([true]);
  expect([third.isAlive(RUN), third.hold(RUN)]).toEqual([true, false]);
  second.release(RUN);
  expect(third.isAlive(RUN)).toBe(false);
});

/** Does the work once, right before an owner takes the first step with a lock that it opened. */
function before(step: 'pragma' | 'prepare', work: () => void): void {
  const original = Database.prototype[step] as (sql: string) => never;
  const spy = vi.spyOn(Database.prototype, step).mockImplementation(function (
    this: InstanceType<typeof Database>,
    sql: string,
  ) {
    spy.mockRestore();
    work();
    return original.call(this, sql);
  });
}

test('an owner that waits for a run while its file is removed takes a new one that others find', () => {
  const [first, second, third] = owners();
  first.hold(RUN);
  before('pragma', () => first.release(RUN));
  expect(second.hold(RUN)).toBe(true);
  expect([third.isAlive(RUN), third.hold(RUN)]).toEqual([true, false]);
  second.release(RUN);
  expect(existsSync(path)).toBe(false);
});

test('an owner that looks at a run while its file is replaced sees who holds the new one', () => {
  const [first, second, third] = owners();
  first.hold(RUN);
  before('prepare', () => {
    first.release(RUN);
    second.hold(RUN);
  });
  expect(third.isAlive(RUN)).toBe(true);
});

test('an owner that looks while its file is removed sees nobody', () => {
  const [first, second] = owners();
  first.hold(RUN);
  before('prepare', () => first.release(RUN));
  expect(second.isAlive(RUN)).toBe(false);
});

test('a run that was let go leaves no file', () => {
  const [first] = owners();
  first.hold(RUN);
  expect(existsSync(path)).toBe(true);
  first.releaseAll();
  expect(existsSync(path)).toBe(false);
});

test('a run without a lock, or without a folder of locks, is held by nobody', () => {
  const [first, second] = owners();
  expect(first.isAlive(RUN)).toBe(false);
  first.hold(RUN + 1);
  expect(second.isAlive(RUN)).toBe(false);
});
