import { readFileSync } from 'node:fs';
import { runShell } from '../../support/processes/shell.js';

const SEPARATOR = '=====';

/** Runs all shell commands of a guide in one shell, in order; gives what each block printed. */
export async function runBlocks(
  guide: string,
  folder: string,
  env: Record<string, string>,
): Promise<string[]> {
  const blocks = shellBlocks(readFileSync(guide, 'utf8'));
  const printed = await runShell(blocks.join(`\necho ${SEPARATOR}\n`), folder, env);
  return printed.split(`${SEPARATOR}\n`);
}

export function shellBlocks(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
