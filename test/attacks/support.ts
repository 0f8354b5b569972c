import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { newAccountIn, sampleWith } from '../faults/support.js';
import { end, startServing } from '../support/processes/process.js';

/** A service under attack, and its key of an account without credits. */
export interface Victim {
  readonly url: string;
  readonly key: string;
  readonly pauperKey: string;
  /** Resident memory in MB; 1 where the system has no /proc. */
  memory(): number;
  stop(): Promise<void>;
}

export async function startVictim(): Promise<Victim> {
  const folder = await sampleWith(10_000);
  const pauper = await newAccountIn(folder.path, 0, 1_000_000);
  const { child, started } = await startServing(folder.path);
  return {
    url: started.url,
    key: folder.key,
    pauperKey: pauper.key,
    memory: () => memoryOf(child),
    stop: async () => {
      await end(child, 'SIGTERM');
    },
  };
}

export interface Observed<Result> {
  readonly result: Result;
  /** The longest that `/healthz` took meanwhile, in milliseconds. */
  readonly slowestProbe: number;
  /** Memory at its highest over memory at rest. */
  readonly growth: number;
}

/**
 * Asks `/healthz` every 50 ms while the attack runs, and prints what was seen. The machine is shared: assert on the probe
 * with patience.
 */
export async function under<Result>(
  victim: Victim,
  attack: () => Promise<Result>,
): Promise<Observed<Result>> {
  for (let count = 0; count < 5; count += 1) await probe(victim.url);
  const rest = victim.memory();
  let slowestProbe = 0;
  let peak = rest;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      slowestProbe = Math.max(slowestProbe, await probe(victim.url));
      peak = Math.max(peak, victim.memory());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const watching = watch();
  const result = await attack().finally(() => {
    isOver = true;
  });
  await watching;
  const growth = peak / rest;
  return { result, slowestProbe, growth };
}

/** A hundred times what a probe takes at rest; without a bound on work under way it took from 3 to 50 s. */
export const PATIENCE_MS = 2_500;

async function probe(url: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(`${url}/healthz`);
  await response.text();
  return performance.now() - before;
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
  const clients = Array.from({ length: connections }, () => open(url));
  const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  for (const { socket } of clients) socket.write(request.repeat(times - 1) + last);
  await Promise.all(clients.map(({ closed }) => closed));
  return clients.reduce((sum, client) => sum + client.answers(), 0);
}

function memoryOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return 1;
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
