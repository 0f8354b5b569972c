import { Dossier } from '../../../sdk/src/index.js';

/** Runs a program of a guide over the client of this version; gives what it printed, line by line. */
export async function runProgram(text: string, env: Readonly<Record<string, string>>): Promise<unknown[][]> {
  const program = text.replace(/^import .*$/m, '');
  const printed: unknown[][] = [];
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  const run = AsyncFunction('Dossier', 'process', 'console', program) as unknown as (
    ...given: unknown[]
  ) => Promise<void>;
  await run(Dossier, { env }, { log: (...values: unknown[]) => printed.push(values) });
  return printed;
}
