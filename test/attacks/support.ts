import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { newAccountIn, sampleWith } from '../faults/support.js';
import { end, type Serving, startServing } from '../support/processes/process.js';
import { startWaitClock } from '../support/processes/processor-waits.js';

/** A service under attack. */
export interface Victim {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
  /** Resident memory in MB; 1 where the system has no /proc. */
  memory(): number;
  /** Gives the exit status. */
  stop(): Promise<number | null>;
}

/** A service of the sample, and its key of an account without credits. */
export interface SampleVictim extends Victim {
  readonly folder: string;
  readonly pauperKey: string;
}

export async function startVictim(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<SampleVictim> {
  const folder = await sampleWith(10_000);
  const pauper = await newAccountIn(folder.path, 0, 1_000_000);
  const victim = victimOf(await startServing(folder.path, args, env), folder.key);
  return { ...victim, folder: folder.path, pauperKey: pauper.key };
}

export function victimOf(
  { child, started }: Pick<Serving, 'child'> & { readonly started: Pick<Serving['started'], 'url'> },
  key: string,
): Victim {
  return {
    url: started.url,
    pid: child.pid ?? 0,
    key,
    memory: () => memoryOf(child),
    stop: () => end(child, 'SIGTERM'),
  };
}

export interface Observed<Result> {
  readonly result: Result;
  /** The longest that `/healthz` took meanwhile, in milliseconds, without the waits for a processor that others had. */
  readonly slowestProbe: number;
  /** Memory at its highest over memory at rest. */
  readonly growth: number;
}

/** The most that a probe may take, in milliseconds. */
export const PATIENCE_MS = 250;

/** The clock tells only what the main threads wait for, and on a busy machine those wait for others. A stall by the attack comes each time. */
const TRIES = 3;

/** Asks `/healthz` every 50 ms while the attack runs; if one waits too long, the attack is made again. */
export async function under<Result>(
  victim: Victim,
  attack: () => Promise<Result>,
): Promise<Observed<Result>> {
  for (let count = 0; count < 5; count += 1) await probe(victim);
  const rest = victim.memory();
  let peak = rest;
  for (let tried = 1; ; tried += 1) {
    const { result, slowestProbe, highest } = await observe(victim, attack);
    peak = Math.max(peak, highest);
    if (slowestProbe <= PATIENCE_MS || tried === TRIES) return { result, slowestProbe, growth: peak / rest };
  }
}

async function observe<Result>(victim: Victim, attack: () => Promise<Result>) {
  let slowestProbe = 0;
  let highest = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      slowestProbe = Math.max(slowestProbe, await probe(victim));
      highest = Math.max(highest, victim.memory());
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const watching = watch();
  const result = await attack().finally(() => {
    isOver = true;
  });
  await watching;
  return { result, slowestProbe, highest };
}

async function probe({ url, pid }: Victim): Promise<number> {
  const waited = startWaitClock([pid, process.pid]);
  const before = performance.now();
  const response = await fetch(`${url}/healthz`);
  await response.text();
  const took = performance.now() - before;
  return took - waited();
}

export interface Client {
  readonly socket: Socket;
  /** Whole answers so far. */
  answers(): number;
  readonly closed: Promise<void>;
}

/** A connection that sends bytes as they are, and counts the heads of what comes back. */
export function open(url: string): Client {
  let answers = 0;
  let rest = '';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    const text = rest + piece.toString('latin1');
    answers += text.split('HTTP/1.1 ').length - 1;
    rest = text.slice(-8).includes('HTTP/1.1') ? '' : text.slice(-8);
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, answers: () => answers, closed };
}

/** Sends the request so often in one piece on each of so many connections; resolves when all are answered or cut. */
export async function pipeline(
  url: string,
  connections: number,
  times: number,
  request: string,
): Promise<number> {
  const attack = JSON.stringify({ port: Number(new URL(url).port), connections, times, request });
  const child = spawn(process.execPath, [resolve('test/attacks/pipeline-child.mjs'), attack], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let reported = '';
  child.stdout.on('data', (piece) => {
    reported += String(piece);
  });
  await once(child, 'close');
  return Number(reported);
}

export interface Hold {
  readonly connections: number;
  /** A request up to its body. */
  readonly head: string;
  /** How much of the body is sent. */
  readonly fill: number;
  /** A byte more in so many milliseconds; 0 sends none. */
  readonly dripMs: number;
}

/** How long connections are kept once all are open. */
const HELD_MS = 8_000;

/** Opens the connections and keeps them for a while; gives how many answers of each status came, and of connections that ended. */
export async function hold(url: string, attack: Hold): Promise<Readonly<Record<string, number>>> {
  const reported = JSON.stringify({ port: Number(new URL(url).port), ...attack });
  const child = spawn(process.execPath, [resolve('test/attacks/hold-child.mjs'), reported], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (piece) => {
    text += String(piece);
  });
  while (!text.includes('held\n')) await once(child.stdout, 'data');
  await new Promise((done) => setTimeout(done, HELD_MS));
  child.stdin.end();
  await once(child, 'close');
  return JSON.parse(text.split('\n')[1] ?? '{}') as Readonly<Record<string, number>>;
}

function memoryOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return 1;
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
