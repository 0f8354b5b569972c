import { once } from 'node:events';
import type { Writable } from 'node:stream';

const PIECE = 65_536;

/** Writes texts one behind the other, no faster than they are read; together they may be longer than a string. */
export async function writeTexts(output: Writable, texts: Iterable<string>): Promise<void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    if (!output.write(piece)) await once(output, 'drain');
    piece = '';
  }
  output.write(piece);
}
