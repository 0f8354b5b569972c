import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of a folder of generated files. */
export interface Generated {
  readonly entities: number;
  readonly filings: number;
  readonly seed: number;
}

const MARK = 'generated.json';

/** `undefined` where the folder holds no generated files, or not all of them yet. */
export function readGenerated(folder: string): Generated | undefined {
  const path = join(folder, MARK);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Generated) : undefined;
}

export function writeGenerated(folder: string, generated: Generated): void {
  writeFileSync(join(folder, MARK), `${JSON.stringify(generated)}\n`);
}
