import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../support/processes/program.js';
import { deliveries, settle } from './support/deliveries.js';

const watched = deliveries();

const APPLE = '320193|Apple Inc.';
const TESLA = '1318605|Tesla, Inc.';
const accession = (number: number) => `0000320193-26-${String(number).padStart(6, '0')}`;
const line = (filer: string, form: string, day: string, number: number) =>
  `${filer}|${form}|${day}|edgar/data/${filer.split('|')[0]}/${accession(number)}.txt`;

/** Loads the SEC's index of a day as an operator does. */
async function ingestDay(day: string, ...lines: readonly string[]): Promise<void> {
  const file = join(watched.folder.path, `master.${day}.idx`);
  const head = [
    'Description: Daily Index',
    '',
    'CIK|Company Name|Form Type|Date Filed|File Name',
    '-'.repeat(80),
  ];
  writeFileSync(file, `${[...head, ...lines].join('\n')}\n`);
  await dossier('ingest', 'us_sec_daily_index', '--file', file, '--no-index');
}

async function dossier(...args: readonly string[]): Promise<void> {
  const env = { DOSSIER_DATA: watched.folder.path, DOSSIER_WEBHOOK_ALLOW: '127.0.71.0/24' };
  expect((await runProgram(args, env)).error).toBeNull();
}

test('each new 8-K of a filer is told once it is loaded, and nothing else', async () => {
  const receiver = await watched.receive(21);
  await ingestDay('20261118', line(APPLE, '8-K', '20261118', 1));
  await dossier('account', 'create', 'acme', '--credits', '1');
  const query = ['--cik', '320193', '--form', '8-K', '--kind', 'created'];
  await dossier('watch', 'add', '--account', 'acme', '--endpoint', receiver.endpoint, ...query);
  await ingestDay(
    '20261119',
    line(APPLE, '8-K', '20261119', 2),
    line(APPLE, '10-Q', '20261119', 3),
    line(TESLA, '8-K', '20261119', 4),
  );
  watched.folder.clock.now = Date.now();
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  await ingestDay('20261120', line(APPLE, '8-K', '20261120', 5), line(APPLE, '4', '20261120', 6));
  await settle(deliverer);
  const reported = receiver.received.map(({ body }) => JSON.parse(body));
  expect(reported.map(({ type, data }) => [type, data.id, data.cik, data.form])).toEqual([
    ['filing.created', accession(2), '0000320193', '8-K'],
    ['filing.created', accession(5), '0000320193', '8-K'],
  ]);
});
