import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** What a fetched file says, undefined where it is no whole JSON; an answer that came packed is kept packed. */
export async function readKeptJson(path: string): Promise<unknown> {
  const bytes = await readFile(path);
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
