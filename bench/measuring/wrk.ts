import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Asking, CONNECTIONS } from './asking.js';
import type { Load } from './turns.js';

/** wrk is a load generator in C: it leaves more of the machine to the server and never collects garbage. */
export function hasWrk(): boolean {
  return spawnSync('wrk', ['-v']).error === undefined;
}

/** As `ask`, the paths of all connections in turn. Throws where an answer is no 200. */
export async function askByWrk({ url, key, pathsOf }: Asking, duration: number): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    const paths = join(folder, 'paths');
    writeFileSync(paths, inTurn(pathsOf).join('\n'));
    writeFileSync(script, scriptOf(paths, key));
    const options = ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '--latency', '-s', script, url];
    const { stdout } = await promisify(execFile)('wrk', options);
    return readReport(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inTurn(pathsOf: Asking['pathsOf']): string[] {
  const lists = Array.from({ length: CONNECTIONS }, (_, connection) => pathsOf(connection, CONNECTIONS));
  const length = Math.min(...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => lists.map((list) => list[at] ?? '')).flat();
}

function scriptOf(paths: string, key: string): string {
  return `
local requests, last = {}, 0
function init()
  for path in io.lines("${paths}") do
    requests[#requests + 1] = wrk.format("GET", path, { authorization = "Bearer ${key}" })
  end
end
function request()
  last = last % #requests + 1
  return requests[last]
end
`;
}

/** `99%  4.51ms` and `Requests/sec:  23456.78`. */
function readReport(report: string): Load {
  const failed = /(Non-2xx.*|Socket errors.*)/.exec(report)?.[0];
  if (failed !== undefined) throw new Error(`wrk: ${failed}`);
  const [, time, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(report) ?? [];
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  const milliseconds = { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'];
  return { perSecond: Number(perSecond), p99Ms: Number(time) * milliseconds };
}
