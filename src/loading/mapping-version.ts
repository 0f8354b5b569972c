import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../platform/package-root.js';

/**
 * Names the code that maps rows to records, by its own text and by the Node.js that runs it, whose Unicode tables it
 * uses: a release that changes a source or a rule has another version, without anybody having to think of it. The build
 * hashes the text.
 */
export function mappingVersion(): string {
  const code = readFileSync(join(packageRoot(), 'dist/program/mapping-version'));
  return createHash('sha1').update(process.version).update(code).digest('hex');
}
