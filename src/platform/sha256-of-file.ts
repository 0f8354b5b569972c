import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const PIECE_BYTES = 2 ** 20;

/** The SHA-256 of a file in hexadecimal digits, in constant memory. */
export function sha256OfFile(path: string): Promise<string> {
  return sha256Of(createReadStream(path, { highWaterMark: PIECE_BYTES }));
}

export async function sha256Of(stream: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}
