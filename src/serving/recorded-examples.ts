import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../platform/package-root.js';

/**
 * Returns, by operation id, the response of the bundled sample to its example; `UPDATE=1 npx vitest run test/contract/examples`
 * records them.
 */
export function recordedExamples(): ReadonlyMap<string, unknown> {
  const folder = join(packageRoot(), 'docs/examples');
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  return new Map(readdirSync(folder).map((name) => [name.replace('.json', ''), read(name)]));
}
