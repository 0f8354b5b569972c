import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Objects } from './objects/objects.js';
import type { Part } from './publication.js';

/** Max bytes of a part before compression. */
export const PART_BYTES = 2 ** 24;
/** A part of pages also contains their numbers. */
const MAX_PLAIN_BYTES = PART_BYTES * 2;
const TRIES = 3;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A part differs from what was published, even after retries. */
export class DamagedPartError extends Error {
  override readonly name = 'DamagedPartError';

  constructor(part: string) {
    super(`${part} differs from the published part: its SHA-256 or its length does not match.`);
  }
}

/** Parts that are already in the store, by their SHA-256. */
export type KnownParts = ReadonlyMap<string, Part>;

/** Compresses bytes and uploads them as an object whose name ends in their SHA-256, unless the store has them already. */
export async function putPart(
  objects: Objects,
  name: string,
  plain: Uint8Array,
  known: KnownParts,
): Promise<Part> {
  const bytes = await compress(plain, {
    params: {
      // Higher levels take more time than the network saves.
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  const sha256 = sha256Of(bytes);
  const there = known.get(sha256);
  if (there?.bytes === bytes.length) return there;
  const part = { name: `${name}-${sha256}`, sha256, bytes: bytes.length };
  await objects.put(part.name, bytes);
  return part;
}

/** Downloads and decompresses a part. Rejects with `DamagedPartError`, or as the store does. */
export async function getPart(objects: Objects, part: Part): Promise<Buffer> {
  for (let tried = 1; ; tried += 1) {
    const bytes = await objects.get(part.name);
    const isSame = bytes.length === part.bytes && sha256Of(bytes) === part.sha256;
    if (isSame) return await decompress(bytes, { maxOutputLength: MAX_PLAIN_BYTES });
    if (tried === TRIES) throw new DamagedPartError(part.name);
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
