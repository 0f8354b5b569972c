import { Writable } from 'node:stream';
import { createProgram } from '../../../src/cli/program.js';

export interface Ran {
  readonly stdout: string;
  /** The sentence the command failed with; null where it did not. */
  readonly error: string | null;
}

/** A command in this process, as `main.ts` runs it. */
export async function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  now: () => number = Date.now,
): Promise<Ran> {
  let stdout = '';
  const collect = new Writable({
    write: (chunk, _encoding, done) => {
      stdout += String(chunk);
      done();
    },
  });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const stopped = new Promise<void>(() => undefined);
  try {
    const context = { env, stdout: collect, stderr: nowhere, now, untilStopped: () => stopped };
    const program = await createProgram(context, args);
    await program.parseAsync([...args], { from: 'user' });
    return { stdout, error: null };
  } catch (error) {
    return { stdout, error: error instanceof Error ? error.message : String(error) };
  }
}
