import { atOnce } from './at-once.js';
import type { DataPages } from './data-pages.js';
import type { Objects } from './objects/objects.js';
import { type KnownParts, PART_BYTES, putPart } from './part-format.js';
import type { Pack, Part } from './publication.js';

export const PACK_MAGIC = 'DPK1';
/** Magic, page size and number of pages; the page numbers and then the pages follow. */
export const PACK_HEAD_BYTES = 12;
const PARTS_AT_ONCE = 3;

/** Uploads the numbered pages of a file as parts `<name>.0-<SHA-256>` and so on. `numbers` must ascend. */
export async function putPack(
  objects: Objects,
  name: string,
  pages: DataPages,
  numbers: readonly number[],
  known: KnownParts = new Map(),
): Promise<Pack> {
  const { pageBytes, fileBytes } = pages;
  const inPart = Math.max(1, Math.floor(PART_BYTES / pageBytes));
  const parts: Part[] = [];
  const starts = Array.from({ length: Math.ceil(numbers.length / inPart) }, (_, at) => at);
  await atOnce(starts, PARTS_AT_ONCE, async (at) => {
    const chosen = numbers.slice(at * inPart, (at + 1) * inPart);
    parts[at] = await putPart(objects, `${name}.${at}`, await plainPart(pages, chosen), known);
  });
  return { pageBytes, fileBytes, pages: numbers.length, parts };
}

async function plainPart(pages: DataPages, numbers: readonly number[]): Promise<Buffer> {
  const { pageBytes } = pages;
  const bytes = Buffer.alloc(PACK_HEAD_BYTES + numbers.length * (4 + pageBytes));
  bytes.write(PACK_MAGIC, 'latin1');
  bytes.writeUInt32LE(pageBytes, 4);
  bytes.writeUInt32LE(numbers.length, 8);
  for (const [at, page] of numbers.entries()) bytes.writeUInt32LE(page, PACK_HEAD_BYTES + at * 4);
  const body = PACK_HEAD_BYTES + numbers.length * 4;
  for (const { at, page, count } of runsOf(numbers)) {
    const from = body + at * pageBytes;
    await pages.read(bytes.subarray(from, from + count * pageBytes), page * pageBytes);
  }
  return bytes;
}

/** Yields runs of consecutive pages, each of which is read and written at once. `at`: index of the first in `numbers`. */
export function* runsOf(numbers: readonly number[]): Iterable<{ at: number; page: number; count: number }> {
  for (let at = 0; at < numbers.length; ) {
    const page = numbers[at] as number;
    let count = 1;
    while (numbers[at + count] === page + count) count += 1;
    yield { at, page, count };
    at += count;
  }
}
