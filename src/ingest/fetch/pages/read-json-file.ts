import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** Max. size of a list page. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/**
 * Returns the value in a downloaded file, or `undefined` if it is not complete JSON. A compressed response is
 * stored compressed.
 */
export async function readJsonFile(path: string): Promise<unknown> {
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
