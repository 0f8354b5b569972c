import { createInterface } from 'node:readline/promises';
import { type CliContext, CliError } from './context.js';

/** Returns the answer to a question on the terminal, or `undefined` without a terminal. */
export async function ask({ stdin, stderr }: CliContext, question: string): Promise<string | undefined> {
  if (stdin === undefined || !('isTTY' in stdin) || !stdin.isTTY) return undefined;
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return (await terminal.question(`${question} `)).trim();
  } finally {
    terminal.close();
  }
}

/**
 * Asks for confirmation on the terminal. Throws `CliError` if the answer is not yes, or without a terminal.
 */
export async function confirm(context: CliContext, question: string): Promise<void> {
  const answer = await ask(context, `${question} [y/N]`);
  if (answer === undefined) throw new CliError(`${question} Add --yes to confirm.`);
  if (!/^y(es)?$/i.test(answer)) throw new CliError('Nothing was changed.');
}
