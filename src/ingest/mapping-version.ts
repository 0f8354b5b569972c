import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that decides what a record of a row is. */
const FOLDERS = ['collections', 'contract', 'domain', 'ingest', 'sources'];

/**
 * Names the code that maps rows to records, by its own text and by the Node.js that runs it, whose Unicode tables it
 * uses: a release that changes a source or a rule has another version, without anybody having to think of it.
 */
export function mappingVersion(): string {
  const root = join(import.meta.dirname, '..');
  const hash = createHash('sha1').update(process.version);
  for (const path of FOLDERS.flatMap((folder) => codeIn(root, folder))) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function codeIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|ts)$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}
