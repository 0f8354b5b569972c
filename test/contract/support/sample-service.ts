import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { prepare } from '../../../src/cli/prepare.js';
import { claimFolder } from '../../../src/data-folder.js';
import { startOn, type TestService } from '../../support/service.js';

/** The whole service over the bundled sample, loaded through the real readers, on a free port. */
export async function startSample(): Promise<TestService> {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-sample-')), 'sample');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await prepare(folder, {
    env: {},
    stdout: nowhere,
    stderr: nowhere,
    now: Date.now,
    untilStopped: () => new Promise(() => undefined),
  });
  return startOn(folder);
}
