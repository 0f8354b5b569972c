import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebhooksOwner } from '../../src/serving/webhooks/webhooks-owner.js';
import { forgetThreads, threads, watchThreads } from '../support/processes/threads.js';
import { openStore } from '../support/store.js';
import { watchedFolder } from '../webhooks/support/watched-folder.js';

test('a thread that cannot read the next data says so and ends, and another reads it as soon as it can', async () => {
  const folder = await watchedFolder();
  await folder.load({ 1: 'A' });
  await folder.addWatch('https://127.0.71.99/');
  const problems: string[] = [];
  watchThreads();
  const owner = new WebhooksOwner({
    folder: folder.path,
    served: { version: null, data: folder.path },
    settings: { allowed: [], maxWatches: 1 },
    deliveries: folder.state.deliveries,
    onProblem: (problem) => problems.push(problem),
  });
  await owner.started;
  const next = mkdtempSync(join(folder.path, 'next-'));
  await owner.use({ version: null, data: next });
  await expect.poll(() => threads[0]?.threadId).toBe(-1);
  expect(problems[0]).toContain(`Webhooks cannot be sent from ${next}: `);
  await expect.poll(() => problems.at(-1)).toMatch(/is being restarted: .*catalog\.db/);
  await (await openStore(next, { schema: 'migrate' })).close();
  await expect.poll(async () => (await owner.metrics()).length).toBeGreaterThan(0);
  await owner.close();
  expect(threads.filter(({ threadId }) => threadId >= 0)).toEqual([]);
  forgetThreads();
  await folder.close();
});
