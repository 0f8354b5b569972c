import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Finished, runDossier } from '../support/processes/process.js';
import { pipeline } from './support.js';

/** One path so often in one piece on each of so many connections; gives how many answers came. */
export function pipePublic(
  url: string,
  path: string,
  coding: string,
  connections: number,
  times: number,
): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${coding}\r\n\r\n`;
  return pipeline(url, connections, times, request);
}

/** Types of fifteen thousand blanks, on eight connections again and again; gives how many answers came. */
export async function sendLongTypes(url: string, key: string, rounds: number): Promise<number> {
  const request = [
    'POST /api/v1/batch HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    `Content-Type: application/json${' '.repeat(15_000)}x`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
  let answers = 0;
  for (let round = 0; round < rounds; round += 1) answers += await pipeline(url, 8, 1, request);
  return answers;
}

/** Loads the register with another name for one of its records: as long as that and six million letters. */
export async function loadLongName(
  folder: string,
  { source, csv, name }: { readonly source: string; readonly csv: string; readonly name: string },
): Promise<Finished> {
  const file = join(mkdtempSync(join(tmpdir(), 'dossier-long-name-')), 'register.csv');
  writeFileSync(file, csv.replace(name, `${name} ${'A'.repeat(6_000_000)}`));
  return await runDossier(['ingest', source, '--file', file, '--json'], { DOSSIER_DATA: folder });
}

/** Well formed, and nobody's. */
const UNKNOWN = 'dsr_live_00000000000000000000000000000005zJrl';

/** Bad keys without a pause, each on a connection of its own, while the work is done; gives the statuses they got. */
export async function besideBadKeys<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly bad: readonly number[] }> {
  const bad: number[] = [];
  let isOver = false;
  const send = async () => {
    while (!isOver) bad.push(await searchOnce(url, bad.length % 2 === 0 ? UNKNOWN : 'nonsense'));
  };
  const sending = Array.from({ length: 4 }, send);
  const result = await work().finally(() => {
    isOver = true;
  });
  await Promise.all(sending);
  return { result, bad };
}

/** The status of a search on a connection of its own. */
export async function searchOnce(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, connection: 'close' };
  const response = await fetch(`${url}/api/v1/search?name=a&limit=1`, { headers });
  await response.text();
  return response.status;
}

/** Attacks on any service, beside whatever it does; the key may be of anybody. */
export const ATTACKS: readonly ((url: string, key: string) => Promise<unknown>)[] = [
  (url) => pipePublic(url, '/openapi.json', 'br', 5, 300),
  (url) => pipePublic(url, '/metrics', 'identity', 5, 300),
  (url, key) => sendLongTypes(url, key, 10),
  (url) => besideBadKeys(url, () => wait(1_000)),
];
