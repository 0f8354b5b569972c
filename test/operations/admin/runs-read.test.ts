import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dataOperations } from '../../../src/operations/admin/data.js';
import type { AdminDependencies } from '../../../src/operations/admin/dependencies.js';
import type { RequestContext } from '../../../src/operations/support/declare.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { endOf, newRun } from '../../store/catalog/fixtures.js';
import { watchReads } from '../../support/reads.js';
import { openCatalog } from '../../support/store.js';

const SOURCES = 20;
const RUNS = 4;
const LIMIT = 5;
const COUNTS = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };
const WARNINGS = Array.from({ length: 100 }, (_, at) => ({
  ...{ code: 'value_unknown' as const, detail: `A value that no table knows: ${at}`, count: 1, samples: [] },
}));

const folder = mkdtempSync(join(tmpdir(), 'dossier-runs-read-'));
const catalog = openCatalog({ folder, schema: 'migrate' });
beforeAll(async () => {
  for (let run = 0; run < SOURCES * RUNS; run += 1) {
    const id = await catalog.loads.start(newRun(`us_xx_source_${run % SOURCES}`, run + 1));
    await catalog.loads.finish(id, { ...endOf(COUNTS, 0, false, run + 1), warnings: WARNINGS });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

async function listRuns(query: Readonly<Record<string, string>>) {
  const operations = dataOperations({ catalog: () => catalog } as unknown as AdminDependencies);
  const operation = operations.find(({ id }) => id === 'adminListRuns');
  if (!operation) throw new Error('There is no such operation.');
  const request = { params: {}, query, body: undefined };
  const reads = watchReads();
  const answer = await operation.run(request, {} as RequestContext);
  vi.restoreAllMocks();
  return { reads, runs: (answer.data as { value: readonly { id: number }[] }).value };
}

/** How SQLite finds the rows: each step in its own words. */
function planOf(sql: string): string {
  const database = new Database(join(folder, 'catalog.db'), { readonly: true });
  const bound = Array((sql.match(/\?/g) ?? []).length).fill(1);
  const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...bound);
  database.close();
  return steps.map(({ detail }) => detail).join('; ');
}

test.each([
  ['of all sources', {}, 'SCAN runs'],
  ['of one source', { source: 'us_xx_source_3' }, 'SEARCH runs USING INDEX runs_by_source (source=?)'],
])('the newest runs %s are one read of as many rows, and no warning of them', async (_, only, plan) => {
  const { reads, runs } = await listRuns({ ...only, limit: String(LIMIT) });
  const max = 'source' in only ? RUNS : LIMIT;
  expect(runs).toHaveLength(max);
  expect(runs.flatMap((run) => Object.keys(run))).not.toContain('warningList');
  const [read, ...others] = reads;
  expect([read?.rows, others]).toEqual([max, []]);
  expect(read?.sql).not.toMatch(/warning_list|SELECT \*/);
  // Without a sort: SQLite steps from the newest run back, and ends at the limit.
  expect(planOf(read?.sql ?? '')).toBe(plan);
});
