import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPack } from '../../src/publishing/apply-pack.js';
import { changedPages, pagesIfThere } from '../../src/publishing/changed-pages.js';
import { DataPages, NoDatabaseError } from '../../src/publishing/data-pages.js';
import { FolderObjects } from '../../src/publishing/objects/folder.js';
import { ObjectMissingError } from '../../src/publishing/objects/objects.js';
import { putPack } from '../../src/publishing/pack.js';
import { DamagedPartError } from '../../src/publishing/part-format.js';
import { isBase, type Pack } from '../../src/publishing/publication.js';
import { budget } from '../support/effort.js';

const folder = mkdtempSync(join(tmpdir(), 'dossier-pages-'));
const objects = new FolderObjects(mkdtempSync(join(folder, 'objects-')));
let made = 0;

/** A file with the head of a database; its log is written back. */
function database(pageBytes: number, fill: readonly number[]): Buffer {
  const bytes = Buffer.concat(fill.map((value) => Buffer.alloc(pageBytes, value)));
  bytes.write('SQLite format 3\0', 'latin1');
  bytes.writeUInt16BE(pageBytes === 65_536 ? 1 : pageBytes, 16);
  return withFormats(bytes, 2);
}

function withFormats(bytes: Buffer, format: number): Buffer {
  return Buffer.from(bytes).fill(format, 18, 20);
}

function pathFor(bytes?: Buffer): string {
  made += 1;
  const path = join(folder, `file-${made}`);
  if (bytes) writeFileSync(path, bytes);
  return path;
}

async function packOf(path: string, before: string | undefined): Promise<Pack> {
  const now = await DataPages.open(path);
  const old = before === undefined ? undefined : await pagesIfThere(before);
  try {
    made += 1;
    return await putPack(objects, `v/${made}/catalog`, now, (await changedPages(now, old)).numbers);
  } finally {
    await now.close();
    await old?.close();
  }
}

const pageBytes = fc.constantFrom(512, 1_024, 4_096, 65_536);
const content = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 });

describe('packs of pages', () => {
  test('any edits, growth and cuts of a file, packed and applied, make it byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        pageBytes,
        fc.array(content, { minLength: 2, maxLength: 5 }),
        async (size, contents) => {
          const reader = pathFor();
          const copy = pathFor();
          let before: string | undefined;
          for (const fill of contents) {
            const bytes = database(size, fill);
            const path = pathFor(bytes);
            const pack = await packOf(path, before);
            expect(isBase(pack) || before !== undefined).toBe(true);
            for (const target of [reader, copy]) await applyPack(objects, pack, target);
            // Again, as after a kill.
            await applyPack(objects, pack, copy);
            expect(readFileSync(reader).equals(withFormats(bytes, 1))).toBe(true);
            expect(readFileSync(copy).equals(withFormats(bytes, 1))).toBe(true);
            before = path;
          }
        },
      ),
      { numRuns: budget(60) },
    );
  });

  test('another length of pages makes a whole file', async () => {
    const small = pathFor(database(512, [1, 2, 3]));
    const large = pathFor(database(1_024, [1, 2, 3]));
    expect(isBase(await packOf(large, small))).toBe(true);
    expect((await packOf(small, small)).pages).toBe(0);
  });

  test('a part holds 16 MiB, and only what changed is sent', async () => {
    const fill = Array.from({ length: 700 }, (_, page) => page % 251);
    const before = pathFor(database(65_536, fill));
    const after = pathFor(database(65_536, fill.with(3, 252).with(4, 252).with(699, 252)));
    const whole = await packOf(before, undefined);
    expect(whole.parts).toHaveLength(3);
    const pack = await packOf(after, before);
    expect(pack).toMatchObject({ pages: 3, fileBytes: 700 * 65_536, pageBytes: 65_536 });
    const target = pathFor();
    // Parts may come in any order.
    await applyPack(objects, { ...whole, parts: whole.parts.toReversed() }, target);
    await applyPack(objects, pack, target);
    expect(readFileSync(target).equals(withFormats(readFileSync(after), 1))).toBe(true);
  });

  test('a file that is no database is refused', async () => {
    const none = Buffer.from(database(512, [1]).fill(0, 0, 16));
    for (const bytes of [Buffer.alloc(0), none, database(512, [1]).subarray(0, 500)])
      await expect(DataPages.open(pathFor(bytes))).rejects.toThrow(NoDatabaseError);
  });
});

describe('parts that are not as they were published', () => {
  async function twoParts(): Promise<Pack> {
    return await packOf(
      pathFor(
        database(
          65_536,
          Array.from({ length: 300 }, (_, n) => n % 7),
        ),
      ),
      undefined,
    );
  }

  test('a damaged, cut, exchanged or missing part is refused', async () => {
    const pack = await twoParts();
    const [first, second] = pack.parts as [Pack['parts'][0], Pack['parts'][0]];
    const whole = await objects.get(first.name);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20);
    for (const bytes of [flipped, whole.subarray(1), Buffer.alloc(0), await objects.get(second.name)]) {
      await objects.put(first.name, bytes);
      await expect(applyPack(objects, pack, pathFor())).rejects.toThrow(DamagedPartError);
    }
    await objects.remove([first.name]);
    await expect(applyPack(objects, pack, pathFor())).rejects.toThrow(ObjectMissingError);
    await objects.put(first.name, whole);
    await applyPack(objects, pack, pathFor());
  });

  test('one that was damaged on its way is fetched again', async () => {
    const pack = await twoParts();
    let damaged = 2;
    const flaky = {
      put: objects.put.bind(objects),
      list: objects.list.bind(objects),
      remove: objects.remove.bind(objects),
      get: async (name: string) => {
        damaged -= 1;
        return damaged >= 0 ? Buffer.alloc(7) : await objects.get(name);
      },
    };
    await applyPack(flaky, pack, pathFor());
  });

  test('a manifest that leaves a part out, or names one twice, is refused', async () => {
    const pack = await twoParts();
    await expect(applyPack(objects, { ...pack, parts: pack.parts.slice(1) }, pathFor())).rejects.toThrow(
      /cannot be used/,
    );
    const twice = [...pack.parts, pack.parts[0] as Pack['parts'][0]];
    await expect(applyPack(objects, { ...pack, parts: twice }, pathFor())).rejects.toThrow(/cannot be used/);
    const short = { ...pack, fileBytes: 65_536 };
    await expect(applyPack(objects, { ...short, pages: 1 }, pathFor())).rejects.toThrow(DamagedPartError);
    rmSync(folder, { recursive: true });
  });
});
