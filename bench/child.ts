import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.js';

export interface Finished {
  readonly json: Record<string, unknown>;
  readonly seconds: number;
  /** Peak resident memory in MB, as the kernel counted it (Linux only, else 0). */
  readonly peakMb: number;
}

/** Runs a `dossier` command with `--json` in a process of its own; throws where it fails. */
export async function dossier(dataFolder: string, ...args: readonly string[]): Promise<Finished> {
  const started = performance.now();
  const child = start(dataFolder, [...args, '--json']);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = peakOf(child.pid) ?? peakMb;
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`dossier ${args.join(' ')} ended with ${code}.`);
  return {
    json: JSON.parse(output) as Record<string, unknown>,
    seconds: (performance.now() - started) / 1_000,
    peakMb,
  };
}

/** A running `dossier serve` on a free port. */
export async function serve(dataFolder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = start(dataFolder, ['serve', '--json'], { DOSSIER_PORT: '0' });
  const url = (JSON.parse(await firstLine(child)) as { url: string }).url;
  return { url, stop: () => stop(child) };
}

/** The reference of the same run: a bare `node:http` server with a fixed 1.5 KB JSON answer. */
export async function serveRaw(): Promise<{ url: string; stop: () => Promise<void> }> {
  const program =
    'const b = Buffer.from(JSON.stringify({ data: "x".repeat(1500) }));' +
    'require("http").createServer((q, s) => { s.setHeader("content-type", "application/json"); s.end(b); })' +
    '.listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port); });';
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { url: (await firstLine(child)).trim(), stop: () => stop(child) };
}

function start(dataFolder: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [join(packageRoot(), 'bin/dossier.js'), ...args], {
    env: { ...process.env, ...env, DOSSIER_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.slice(0, text.indexOf('\n'));
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

function peakOf(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
  } catch {
    return undefined;
  }
}
