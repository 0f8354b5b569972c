import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { endsWithin } from '../../platform/deadline.js';
import { packageRoot } from '../../platform/package-root.js';

/** A command of this program in another process, which survives this one. */
export interface CommandBeside {
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<CommandEnd>;
  /** Sends SIGTERM. Resolves when the process has ended, or was killed and does not end. */
  stop(): Promise<void>;
}

export interface CommandEnd {
  /** Null if a signal ended it. */
  readonly status: number | null;
  /** The JSON value that it printed; `undefined` if none. */
  readonly answer: unknown;
  /** Why it could not be started, or the error that it reported. */
  readonly failure: string | undefined;
  /** Whether `stop` was called before it ended. */
  readonly isStopped: boolean;
}

/** A process handles a signal only when its current SQL statement ends; one that never does is killed. */
const STOPS_WITHIN_MS = 5_000;
const KILLED_WITHIN_MS = 1_000;

export function commandBeside(args: readonly string[], environment: NodeJS.ProcessEnv): CommandBeside {
  const program = join(packageRoot(), 'bin/dossier.js');
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  let isStopped = false;
  const ended = new Promise<CommandEnd>((resolve) => {
    child.on('error', ({ message }) =>
      resolve({ status: null, answer: undefined, failure: message, isStopped }),
    );
    child.on('close', (status) => {
      const answer = isStopped ? undefined : valueIn(printed);
      const failure = failureIn(answer);
      resolve({ status, answer: failure === undefined ? answer : undefined, failure, isStopped });
    });
  });
  child.unref();
  // Undefined if this process has no file descriptors left; `error` then reports it.
  const stdout = child.stdout as (Readable & { unref?(): void }) | undefined;
  stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  // The pipe alone would keep this process running.
  stdout?.unref?.();

  async function stop(): Promise<void> {
    isStopped = true;
    child.kill('SIGTERM');
    if (await endsWithin(STOPS_WITHIN_MS, ended)) return;
    child.kill('SIGKILL');
    // A process that waits for an unresponsive disk ends when the disk responds.
    await endsWithin(KILLED_WITHIN_MS, ended);
  }

  return { ended, stop };
}

/** Returns `undefined` for partial output: the process may have been killed. */
function valueIn(printed: string): unknown {
  try {
    return JSON.parse(printed) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the reason: a failed command prints it as `error.message`, a load that was recorded as failed as `error`. */
function failureIn(answer: unknown): string | undefined {
  const { error } = (answer ?? {}) as { readonly error?: string | { readonly message: string } | null };
  return typeof error === 'string' ? error : error?.message;
}
