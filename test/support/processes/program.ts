import { Writable } from 'node:stream';
import { createProgram } from '../../../src/cli/program.js';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** The sentence the command failed with; null where it did not. */
  readonly error: string | null;
}

/** A command in this process, as `main.ts` runs it. */
export async function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  now: () => number = Date.now,
): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        printed[name] += String(chunk);
        done();
      },
    });
  const stopped = new Promise<void>(() => undefined);
  try {
    const context = {
      env,
      stdout: collect('stdout'),
      stderr: collect('stderr'),
      now,
      untilStopped: () => stopped,
    };
    const program = await createProgram(context, args);
    await program.parseAsync([...args], { from: 'user' });
    return { ...printed, error: null };
  } catch (error) {
    return { ...printed, error: error instanceof Error ? error.message : String(error) };
  }
}
