import { type FileHandle, open } from 'node:fs/promises';
import { atOnce } from './at-once.js';
import type { Objects } from './objects/objects.js';
import { PACK_HEAD_BYTES, PACK_MAGIC, runsOf } from './pack.js';
import { DamagedPartError, getPart } from './part-format.js';
import { isBase, type Pack } from './publication.js';

const PARTS_AT_ONCE = 3;

/**
 * Writes the pages of a pack into a file; creates the file if the pack contains all pages. Repeating it after an interruption
 * results in the same file. Resolves when the file is durable. Rejects with `DamagedPartError`, or as the object store does.
 */
export async function applyPack(objects: Objects, pack: Pack, path: string): Promise<void> {
  const file = await open(path, isBase(pack) ? 'w' : 'r+');
  try {
    let written = 0;
    await atOnce(pack.parts, PARTS_AT_ONCE, async (part) => {
      const count = await writePages(file, await getPart(objects, part), pack, part.name);
      written += count;
    });
    if (written !== pack.pages)
      throw new Error(`A pack of ${pack.pages} pages contains ${written}: its publication cannot be used.`);
    await file.truncate(pack.fileBytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the number of pages written. */
async function writePages(file: FileHandle, plain: Buffer, pack: Pack, name: string): Promise<number> {
  const { pageBytes, fileBytes } = pack;
  const count = plain.length >= PACK_HEAD_BYTES ? plain.readUInt32LE(8) : 0;
  const body = PACK_HEAD_BYTES + count * 4;
  const isWhole =
    plain.toString('latin1', 0, 4) === PACK_MAGIC &&
    plain.readUInt32LE(4) === pageBytes &&
    plain.length === body + count * pageBytes;
  if (!isWhole) throw new DamagedPartError(name);
  const numbers = Array.from({ length: count }, (_, at) => plain.readUInt32LE(PACK_HEAD_BYTES + at * 4));
  if (numbers.some((page) => (page + 1) * pageBytes > fileBytes)) throw new DamagedPartError(name);
  for (const run of runsOf(numbers)) {
    const bytes = plain.subarray(body + run.at * pageBytes, body + (run.at + run.count) * pageBytes);
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(
        bytes,
        done,
        bytes.length - done,
        run.page * pageBytes + done,
      );
      done += bytesWritten;
    }
  }
  return count;
}
