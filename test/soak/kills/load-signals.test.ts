import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { runDossier, spawnDossier } from '../../support/processes/process.js';

const ROWS = budget(60_000, 30_000);
const SOURCE = 'us_co_business_entities';

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a load ends at the first %s, and the next one is whole',
  async (signal) => {
    for (let rows = ROWS; ; rows *= 2) {
      const folder = mkdtempSync(join(tmpdir(), 'dossier-signal-'));
      const env = { DOSSIER_DATA: join(folder, 'data') };
      const file = join(folder, 'colorado.csv');
      writeFileSync(file, coloradoRows(rows));
      const args = ['ingest', SOURCE, '--file', file, '--no-index', '--json'];
      const child = spawnDossier(args, env);
      const closed = once(child, 'close');
      await until(() => child.exitCode !== null || stagesOf(env.DOSSIER_DATA).length > 0);
      child.kill(signal);
      const ended = await closed;
      // On a busy machine it may be over before it is seen.
      if (ended[0] === 0) continue;
      expect(ended).toEqual([null, signal]);
      const again = await runDossier(args, env);
      expect([again.status, JSON.parse(again.stdout)]).toMatchObject([0, { records: rows }]);
      return;
    }
  },
);

function coloradoRows(count: number): string {
  const [file] = readdirSync(join('sample', SOURCE));
  const [header = '', first = ''] = readFileSync(join('sample', SOURCE, file ?? ''), 'utf8').split('\n');
  const rest = first.slice(first.indexOf(','));
  return [header, ...Array.from({ length: count }, (_, at) => `${20_000_000_000 + at}${rest}`), ''].join(
    '\n',
  );
}

function stagesOf(dataFolder: string): string[] {
  const folder = join(dataFolder, 'stage');
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}
