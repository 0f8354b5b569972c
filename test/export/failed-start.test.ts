import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrder } from '../../src/export/order.js';
import { PART_BYTES } from '../../src/export/plan.js';
import { ThreadsByData } from '../../src/export/service/threads-by-data.js';
import { forgetThreads, threads, watchThreads } from '../support/processes/threads.js';
import { openStore } from '../support/store.js';

let folder: string;
let used: ThreadsByData;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-export-start-'));
  used = new ThreadsByData(
    () => folder,
    () => undefined,
  );
  watchThreads();
});
afterEach(async () => {
  await used.end();
  forgetThreads();
  rmSync(folder, { recursive: true });
});

const planning = { order: readOrder({ kind: 'links' }), asOf: Date.now(), partBytes: PART_BYTES, data: null };
const count = async () =>
  (await used.use(folder, (thread) => thread.plan(join(folder, 'job'), planning, undefined))).rows;

test('a thread of exports that cannot start ends, and the next export starts another', async () => {
  await expect(count()).rejects.toThrow();
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  await (await openStore(folder, { schema: 'migrate' })).close();
  expect(await count()).toBe(0);
  expect(threads).toHaveLength(2);
});
