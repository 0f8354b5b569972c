import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';

const PAGE = 1_000;

test('who follows changes is stopped also while many pages of old ones are printed', async () => {
  const data = mkdtempSync(join(tmpdir(), 'dossier-stopped-'));
  const { path } = claimFolder(data, 'data');
  const { catalog, close } = await openStore(path, { schema: 'create' });
  const drafts = Array.from({ length: 3 * PAGE }, (_, at) => ({ key: `${at}`, name: `WILLOW ${at}` }));
  for (const count of [1, drafts.length])
    await fill(catalog, { entities: { us_co_business_entities: drafts.slice(0, count) } });
  await close();
  let lines = 0;
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      lines += String(chunk).split('\n').length - 1;
      done();
    },
  });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const context = { env: { DOSSIER_DATA: data }, stdout, stderr: nowhere, now: Date.now };
  // As a signal, it is heard in the next turn of the event loop.
  const untilStopped = () => new Promise<void>((resolve) => setImmediate(resolve));
  const args = ['changes', '--follow', '--since', '2000-01-01'];
  const program = await createProgram({ ...context, untilStopped }, args);
  await program.parseAsync(args, { from: 'user' });
  expect(lines).toBe(PAGE);
});
