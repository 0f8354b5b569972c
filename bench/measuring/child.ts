import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root.js';

export interface Finished {
  readonly json: Record<string, unknown>;
  readonly seconds: number;
  /** Peak resident memory in MB, as the kernel counted it (Linux only, else 0). */
  readonly peakMb: number;
  /** The most of that that was no page of a file, as often looked at (Linux only, else 0). */
  readonly ownPeakMb: number;
  /** Time of all its threads on processors (Linux only, else 0). */
  readonly cpuSeconds: number;
}

export interface Serving {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** The `dossier` command of a checkout, run on a data folder. */
export interface Program {
  /** Runs a command with `--json` in a process of its own; throws if it fails. */
  readonly dossier: (dataFolder: string, ...args: readonly string[]) => Promise<Finished>;
  /** Starts `dossier serve` on a free port. */
  readonly serve: (dataFolder: string) => Promise<Serving>;
}

export function programOf(checkout: string): Program {
  return {
    dossier: (dataFolder, ...args) => run(start(dataFolder, args, {}, [], checkout), args),
    serve: (dataFolder) => listening(start(dataFolder, ['serve'], FREE_PORT, SERVING_FLAGS, checkout)),
  };
}

/** Runs a `dossier` command with `--json` in a process of its own; throws where it fails. */
export async function dossier(dataFolder: string, ...args: readonly string[]): Promise<Finished> {
  return await dossierIn(dataFolder, {}, ...args);
}

/** The same in an environment of its own. */
export async function dossierIn(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Finished> {
  return await run(start(dataFolder, args, env), args);
}

async function run(child: ChildProcess, args: readonly string[]): Promise<Finished> {
  const started = performance.now();
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  let used = { peakMb: 0, cpuSeconds: 0 };
  let ownPeakMb = 0;
  const watch = setInterval(() => {
    used = usedBy(child.pid) ?? used;
    ownPeakMb = Math.max(ownPeakMb, ownMb(child.pid));
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`dossier ${args.join(' ')} ended with ${code}.`);
  return {
    json: JSON.parse(output) as Record<string, unknown>,
    seconds: (performance.now() - started) / 1_000,
    ...used,
    ownPeakMb,
  };
}

/** The flags that `npm start` gives Node: the code of Node itself in large pages. The bare server has it too. */
export const SERVING_FLAGS = ['--use-largepages=silent'];

/** A running `dossier serve` on a free port. */
export async function serve(dataFolder: string, ...args: readonly string[]): Promise<Serving> {
  return await serveIn(dataFolder, {}, ...args);
}

/** The same in an environment of its own. */
export async function serveIn(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Serving> {
  return await listening(start(dataFolder, ['serve', ...args], { ...FREE_PORT, ...env }, SERVING_FLAGS));
}

const FREE_PORT = { DOSSIER_PORT: '0' };

async function listening(child: ChildProcess): Promise<Serving> {
  const url = (JSON.parse(await firstLine(child)) as { url: string }).url;
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

/** The reference of the same run: a bare `node:http` server with a fixed 1.5 KB JSON answer. */
export async function serveRaw(): Promise<Serving> {
  const program =
    'const b = Buffer.from(JSON.stringify({ data: "x".repeat(1500) }));' +
    'require("http").createServer((q, s) => { s.setHeader("content-type", "application/json"); s.end(b); })' +
    '.listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port); });';
  const child = spawn(process.execPath, [...SERVING_FLAGS, '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: (await firstLine(child)).trim(), pid: child.pid ?? 0, stop: () => stop(child) };
}

/** Runs `work` beside a server that is stopped afterwards, whatever happens. */
export async function beside<T>(
  starting: Promise<Serving>,
  work: (server: Serving) => Promise<T>,
): Promise<T> {
  const server = await starting;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Memory and processor time that a process has used so far; `undefined` where the system does not tell. */
export function usedBy(pid: number | undefined): { peakMb: number; cpuSeconds: number } | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (kilobytes === undefined) return undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return { peakMb: Math.round(Number(kilobytes) / 1_024), cpuSeconds: (user + system) / TICKS_A_SECOND };
  } catch {
    return undefined;
  }
}

/**
 * Processor time that the threads of a process have used so far, in ms, to the nanosecond where Linux counts it: `usedBy` counts
 * in steps of 10 ms. Threads that have ended are not included.
 */
export function processorMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0;
    }
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** Memory of a process that is no page of a file, in MB; Linux only, else 0. */
export function ownMb(pid: number | undefined): number {
  try {
    const kilobytes = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

/** The unit in which the kernel counts processor time, on all common Linux systems. */
const TICKS_A_SECOND = 100;

/** Settings of Dossier are the caller's alone. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOSSIER_')));
}

function start(
  dataFolder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
  checkout: string = packageRoot(),
): ChildProcess {
  return spawn(process.execPath, [...flags, join(checkout, 'bin/dossier.js'), ...args, '--json'], {
    env: { ...inherited(), ...env, DOSSIER_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  if (!text.includes('\n')) throw new Error('The server ended before it said where it listens.');
  return text.slice(0, text.indexOf('\n'));
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
