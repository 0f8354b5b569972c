import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedPages } from '../../src/publishing/changed-pages.js';
import { DataPages } from '../../src/publishing/data-pages.js';
import { DATA_FILES, fileNameOf } from '../../src/publishing/publication.js';
import { Database } from '../../src/store/sqlite/file/driver.js';
import { runDossier } from '../support/processes/process.js';
import { businessesCsv } from '../support/publishing.js';

const RECORDS = 6_000;
const CHANGED_EVERY = 30;

/** A cluster ships pages, so a change must not write more of them than it needs. */
test('a record whose status changed costs at most two pages and a half of catalog and links', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-pages-'));
  const first = businessesCsv(RECORDS, 'one');
  const edition = first
    .split('\n')
    .map((line, at) => (at > 0 && at % CHANGED_EVERY === 0 ? line.replace(',Exists,', ',Delinquent,') : line))
    .join('\n');
  for (const [name, text] of Object.entries({ first, edition })) {
    writeFileSync(join(folder, `${name}.csv`), text);
    const file = ['--file', join(folder, `${name}.csv`)];
    const done = await runDossier(['ingest', 'us_co_business_entities', ...file, '--json'], {
      DOSSIER_DATA: join(folder, 'data'),
    });
    expect(done.stderr).not.toContain('dossier:');
    keep(name);
  }
  let pages = 0;
  for (const file of DATA_FILES) pages += await differing(pathOf(file, 'first'), pathOf(file, 'edition'));
  const changed = RECORDS / CHANGED_EVERY;
  expect(pages).toBeGreaterThan(changed / 2);
  expect(pages / changed).toBeLessThanOrEqual(2.5);

  function pathOf(file: (typeof DATA_FILES)[number], name: string): string {
    return join(folder, `${file}-${name}.db`);
  }

  function keep(name: string): void {
    for (const file of DATA_FILES) {
      const path = join(folder, 'data', fileNameOf(file));
      const database = new Database(path);
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
      copyFileSync(path, pathOf(file, name));
    }
  }
});

async function differing(before: string, now: string): Promise<number> {
  const [old, changed] = [await DataPages.open(before), await DataPages.open(now)];
  const { numbers: pages } = await changedPages(changed, old);
  await Promise.all([old.close(), changed.close()]);
  return pages.length;
}
