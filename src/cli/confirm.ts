import { createInterface } from 'node:readline/promises';
import { type CliContext, CliError } from './context.js';

/** Asks on the terminal before something that cannot be undone. Throws `CliError` if the answer is not yes, or if there is no terminal. */
export async function confirm({ stdin, stderr }: CliContext, question: string): Promise<void> {
  if (stdin === undefined || !('isTTY' in stdin) || !stdin.isTTY)
    throw new CliError(`${question} Add --yes to confirm.`);
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.');
  } finally {
    terminal.close();
  }
}
