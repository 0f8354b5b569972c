import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** A page of a list; a larger one is no page. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** The value in a fetched file, undefined if it is no whole JSON; an answer that came packed is kept packed. */
export async function readKeptJson(path: string): Promise<unknown> {
  if ((await stat(path)).size > MAX_PAGE_BYTES) return undefined;
  const bytes = await readFile(path);
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return JSON.parse(
      (isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_PAGE_BYTES }) : bytes).toString('utf8'),
    );
  } catch {
    return undefined;
  }
}
