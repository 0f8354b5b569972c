import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const PIECE_BYTES = 2 ** 20;

/** The SHA-256 of a file in hexadecimal digits, in constant memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }))
    hash.update(piece as Buffer);
  return hash.digest('hex');
}
