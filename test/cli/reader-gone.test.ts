import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnDossier } from '../support/processes/process.js';

test.each([[['--help']], [['doctor', '--help']]])('%j whose reader is gone ends in silence', async (args) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-unread-'));
  const child = spawnDossier(args, { DOSSIER_DATA: folder });
  child.stdout?.destroy();
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += String(piece);
  });
  const [status] = await once(child, 'close');
  expect([status, said]).toEqual([141, '']);
});
