import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { endsWithin } from '../../platform/deadline.js';
import { packageRoot } from '../../platform/package-root.js';

/** A command of this program that runs in another process, which outlives this one. */
export interface CommandBeside {
  /** Resolves when the process is gone, however it ended. */
  readonly ended: Promise<CommandEnd>;
  /** Ends the process as SIGTERM does. Resolves when it is gone, or was killed and does not go. */
  stop(): Promise<void>;
}

export interface CommandEnd {
  /** Null if a signal ended it. */
  readonly status: number | null;
  /** The JSON value that it wrote; undefined if it wrote none. */
  readonly answer: unknown;
  /** Why it could not be started, or what it said of its failure. */
  readonly failure: string | undefined;
  /** Whether `stop` was called before it ended. */
  readonly isStopped: boolean;
}

/** A process that works in the database sees a signal when its statement ends; one that never does is killed. */
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
  // There is none if this process may open no more files; `error` says so then.
  const stdout = child.stdout as (Readable & { unref?(): void }) | undefined;
  stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  // The pipe alone would keep this process.
  stdout?.unref?.();

  async function stop(): Promise<void> {
    isStopped = true;
    child.kill('SIGTERM');
    if (await endsWithin(STOPS_WITHIN_MS, ended)) return;
    child.kill('SIGKILL');
    // One that waits for a dead disk goes when that answers.
    await endsWithin(KILLED_WITHIN_MS, ended);
  }

  return { ended, stop };
}

/** A process that was killed may have written a part. */
function valueIn(printed: string): unknown {
  try {
    return JSON.parse(printed) as unknown;
  } catch {
    return undefined;
  }
}

/** A command says why it failed as `error.message`; a load that was kept as failed says it as `error`. */
function failureIn(answer: unknown): string | undefined {
  const { error } = (answer ?? {}) as { readonly error?: string | { readonly message: string } | null };
  return typeof error === 'string' ? error : error?.message;
}
