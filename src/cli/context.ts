import type { Readable, Writable } from 'node:stream';
import { type Config, toConfig } from '../config/config.js';
import { readEnv } from '../config/settings.js';
import type { Actor } from '../store/store.js';

/** A mistake of the caller; its sentence is printed without a stack and the exit status is 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** The surroundings that commands are given instead of the process. */
export interface CliContext {
  readonly env: NodeJS.ProcessEnv;
  /** Only read by `mcp`; default: empty. */
  readonly stdin?: Readable;
  readonly stdout: Writable;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly now: () => number;
  /**
   * Catches SIGTERM and SIGINT from now on; resolves with the first, and the second ends the process at once. So does
   * the first for commands that do not call it: what they were at is made good by the next one.
   */
  readonly untilStopped: () => Promise<void>;
  /** The origin of a publisher; `https://<host>` if omitted. */
  readonly originOf?: (host: string) => string;
}

export function configOf(context: CliContext): Config {
  return toConfig(readEnv(context.env));
}

/** Who changes money or keys from the command line, as the audit log names it. */
export function actorOf({ now }: Pick<CliContext, 'now'>): Actor {
  return { keyId: 'cli', at: now() };
}

/** Contexts whose command has written its answer: a failure after it adds no second JSON value. */
const answered = new WeakSet<CliContext>();

/** The answer of a command: one JSON value with `--json`, else text for people; nothing else on standard output. */
export function answer(context: CliContext, options: { json?: boolean }, value: unknown, text: string): void {
  answered.add(context);
  context.stdout.write(`${options.json ? JSON.stringify(value, withIsoTimes) : text}\n`);
}

/** Times are stored in milliseconds; JSON output uses the API's format. */
function withIsoTimes(name: string, value: unknown): unknown {
  const isTime = typeof value === 'number' && /^at$|At$|Since$/.test(name);
  return isTime ? new Date(value).toISOString() : value;
}

export function hasAnswered(context: CliContext): boolean {
  return answered.has(context);
}

export function note(context: CliContext, text: string): void {
  context.stderr.write(`${text}\n`);
}
