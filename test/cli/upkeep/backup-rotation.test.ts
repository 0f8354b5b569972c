import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { backUpAndRotate } from '../../../src/backup/index.js';
import { lockFile } from '../../../src/store/engine/engine.js';
import { claimFolder, confirmFolder, type DataFolder } from '../../../src/store/folder/data-folder.js';
import { runProgram } from '../../support/processes/program.js';
import { folderWithSample } from '../../support/sample.js';
import { openStore } from '../../support/store.js';

const DAY = 86_400_000;
const START = Date.parse('2026-11-01T03:00:00Z');
const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-rotation-'));
const nameOf = (at: number) => new Date(at).toISOString().replaceAll(':', '-');

async function newData(): Promise<DataFolder> {
  const folder = claimFolder(newFolder(), 'data');
  await (await openStore(folder.path, { schema: 'create' })).close();
  confirmFolder(folder);
  return claimFolder(folder.path, 'data');
}

let data: DataFolder;
beforeAll(async () => {
  data = await newData();
});

const rotate = (parent: string, day: number, keep: number, folder = data) =>
  backUpAndRotate(folder, parent, { keep, now: START + day * DAY, compress: false });
const listed = (parent: string) =>
  readdirSync(parent)
    .filter((name) => name.startsWith('2026'))
    .sort();

test('the newest backups remain, for any order of times and numbers to keep', async () => {
  const runs = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(runs, async (steps) => {
      const parent = newFolder();
      let model: number[] = [];
      for (const [day, keep] of steps) {
        if (model.includes(day)) continue;
        const older = model.toSorted((one, other) => other - one);
        model = [day, ...older.slice(0, keep - 1)];
        await rotate(parent, day, keep);
        expect(listed(parent)).toEqual(model.map((one) => nameOf(START + one * DAY)).sort());
      }
      rmSync(parent, { recursive: true });
    }),
    { numRuns: 8 },
  );
});

test('only backups of this data folder are removed', async () => {
  const [parent, other] = [newFolder(), await newData()];
  const first = (await rotate(parent, 0, 1)).name;
  // Each lies beside the backups, and is older than the new one.
  await rotate(parent, 1, 1, other);
  await runProgram(['backup', join(parent, 'by hand')], { DOSSIER_DATA: data.path });
  cpSync(join(parent, first), join(parent, 'with notes'), { recursive: true });
  writeFileSync(join(parent, 'with notes/why.txt'), 'Keep this.');
  mkdirSync(join(parent, 'a folder'));
  writeFileSync(join(parent, 'a file'), '');
  mkdirSync(join(parent, 'damaged'));
  writeFileSync(join(parent, 'damaged/backup.json'), '{');
  const elsewhere = newFolder();
  cpSync(join(parent, first), elsewhere, { recursive: true });
  symlinkSync(elsewhere, join(parent, 'a link'));
  const before = readdirSync(parent);
  const { name, removed } = await rotate(parent, 2, 1);
  expect(removed).toEqual([first]);
  expect(readdirSync(parent).sort()).toEqual([...before.filter((one) => one !== first), name].sort());
  expect(readdirSync(elsewhere)).toContain('backup.json');
});

test('an incomplete backup is not counted', async () => {
  const parent = newFolder();
  for (const day of [0, 1, 2]) await rotate(parent, day, 9);
  const [oldest, middle, newest] = listed(parent);
  rmSync(join(parent, String(middle), 'ledger.db'));
  writeFileSync(join(parent, String(newest), 'catalog.db'), 'cut');
  expect((await rotate(parent, 3, 2)).removed).toEqual([]);
  expect(listed(parent)).toContain(oldest);
  expect((await rotate(parent, 4, 2)).removed.toSorted()).toEqual([oldest, middle, newest]);
});

test('a failed backup removes nothing', async () => {
  const [parent, folder] = [newFolder(), await newData()];
  const { name } = await rotate(parent, 0, 1, folder);
  writeFileSync(join(folder.path, 'ledger.db'), 'no database');
  await expect(rotate(parent, 1, 1, folder)).rejects.toThrow();
  expect(readdirSync(parent)).toEqual([name]);
});

test('a killed run is cleared by the next, and two runs do not meet', async () => {
  const parent = newFolder();
  await rotate(parent, 0, 3);
  const { installation } = JSON.parse(readFileSync(join(parent, nameOf(START), 'backup.json'), 'utf8'));
  cpSync(join(parent, nameOf(START)), join(parent, `.dossier-${installation}`), { recursive: true });
  await rotate(parent, 1, 3);
  expect(readdirSync(parent)).toEqual([nameOf(START), nameOf(START + DAY)]);
  const lock = lockFile(join(data.work, 'backup.lock'));
  await expect(rotate(parent, 2, 3)).rejects.toThrow(/Another backup of .* is running/);
  lock?.release();
  expect((await rotate(parent, 2, 3)).removed).toEqual([]);
});

test('a restored folder does not rotate the backups that it came from', async () => {
  const [parent, restored] = [newFolder(), join(newFolder(), 'restored')];
  const { name } = await rotate(parent, 0, 1);
  expect((await runProgram(['restore', join(parent, name)], { DOSSIER_DATA: restored })).error).toBeNull();
  const folder = claimFolder(restored, 'data');
  expect((await rotate(parent, 1, 1, folder)).removed).toEqual([]);
});

test('dossier backup --keep --compress makes backups that restore verifies and restores', async () => {
  const [data, parent] = [await folderWithSample('dossier-rotation-'), join(newFolder(), 'new')];
  const run = async (args: readonly string[], folder = data) => {
    const { stdout, error } = await runProgram([...args, '--json'], { DOSSIER_DATA: folder });
    if (error !== null) throw new Error(error);
    return JSON.parse(stdout) as {
      folder: string;
      removed: string[];
      files: { name: string; bytes: number }[];
    };
  };
  const first = await run(['backup', parent, '--keep', '1', '--sample']);
  const { folder, files, removed } = await run(['backup', parent, '--keep', '1', '--compress', '--sample']);
  expect(removed.map((name) => join(parent, name))).toEqual([first.folder]);
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([folder]);
  expect(readdirSync(folder).sort()).toEqual(
    ['backup.json', ...files.map(({ name }) => `${name}.gz`)].sort(),
  );
  for (const { name, bytes } of files)
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).length).toBe(bytes);
  expect((await run(['restore', folder, '--dry-run'])).files).toEqual(files);
  const restored = join(newFolder(), 'restored');
  await run(['restore', folder], restored);
  expect(existsSync(join(restored, 'catalog.db'))).toBe(true);

  const path = join(folder, 'catalog.db.gz');
  const bytes = readFileSync(path);
  for (const damaged of [bytes.subarray(0, -20), bytes.fill(0, 50, 60), Buffer.from('none')]) {
    writeFileSync(path, damaged);
    await expect(run(['restore', folder, '--dry-run'])).rejects.toThrow(
      /catalog\.db in .* differs from the file/,
    );
    await expect(run(['restore', folder], join(newFolder(), 'again'))).rejects.toThrow(
      /differs from the file/,
    );
  }
});

test.each(['0', '-1', '1.5', 'all'])('--keep %s is refused', async (keep) => {
  const parent = newFolder();
  const { error } = await runProgram(['backup', parent, `--keep=${keep}`], { DOSSIER_DATA: data.path });
  expect(error).toMatch(/--keep .*whole number of at least 1/);
  expect(readdirSync(parent)).toEqual([]);
});
