import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of publishers' real files, or undefined; then the suite says loudly what it does not run. */
const REAL_DATA = process.env.DOSSIER_REAL_DATA;

/** For `describe.skipIf`: true, and said on standard error, where there are no real files. */
export function withoutRealData(suite: string): boolean {
  if (REAL_DATA !== undefined && existsSync(REAL_DATA)) return false;
  process.stderr.write(`NOT RUN, DOSSIER_REAL_DATA names no folder of real files: ${suite}\n`);
  return true;
}

export function realFile(...path: readonly string[]): string {
  return join(REAL_DATA ?? '', ...path);
}
