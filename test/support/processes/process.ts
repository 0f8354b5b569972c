import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment of the tests without settings of Dossier, which belong to the tests. */
export function inheritedEnv(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOSSIER_')));
}

/** A `dossier` process of the built program, as a user runs it. `npm test` builds it first. */
export function spawnDossier(args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [resolve('bin/dossier.js'), ...args], {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runDossier(args: readonly string[], env: Record<string, string>): Promise<Finished> {
  const child = spawnDossier(args, env);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout: stdout(), stderr: stderr() };
}

export interface Serving {
  readonly child: ChildProcess;
  /** What it printed. */
  readonly started: { readonly url: string; readonly key: string | null; readonly sample: boolean };
  /** What it logged so far. */
  readonly stderr: () => string;
}

/** Starts `serve --json` on a free port. */
export async function startServing(
  dataFolder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Serving> {
  return await servingOf(
    spawnDossier(['serve', '--json', ...args], { DOSSIER_DATA: dataFolder, DOSSIER_PORT: '0', ...env }),
  );
}

/** Waits until the program has printed its address. */
export async function servingOf(child: ChildProcess): Promise<Serving> {
  const stderr = collect(child.stderr);
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return { child, started: JSON.parse(text), stderr };
  }
  throw new Error(`serve ended before it was up: ${stderr()}`);
}

export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = once(child, 'close');
  child.kill(signal);
  return ((await closed) as [number | null])[0];
}

/** Resolves when none of its threads is at anything any more, until SIGCONT. */
export async function standStill(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP');
  const threads = `/proc/${child.pid}/task`;
  const isStill = (thread: string) => readFileSync(`${threads}/${thread}/stat`, 'utf8').includes(') T ');
  while (existsSync(threads) && !readdirSync(threads).every(isStill)) await wait(1);
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => {
    text += String(chunk);
  });
  return () => text;
}
