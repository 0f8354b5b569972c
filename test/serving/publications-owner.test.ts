import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PublicationsOwner } from '../../src/serving/data/publications-owner.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';

const endOfOurs = (worker: Worker) => void (worker.constructor === Worker && worker.terminate());

/** Nothing is asked of it. */
const POSTGRES = {
  url: 'postgres://127.0.0.1:1/none',
  passwordFile: null,
  durability: 'local',
  node: 'one',
} as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-follow-'));
  process.on('worker', endOfOurs);
});
afterEach(() => {
  process.off('worker', endOfOurs);
  rmSync(folder, { recursive: true });
});

test('a node whose thread does not start has no first version, and says why', async () => {
  const place = { kind: 'folder', path: join(folder, 'bucket') } as const;
  mkdirSync(place.path);
  const owner = new PublicationsOwner({
    folder: claimFolder(join(folder, 'node'), 'replica'),
    cluster: { node: 'one', postgres: POSTGRES, publications: place },
    place,
    onProblem: () => undefined,
  });
  await expect(owner.first).rejects.toThrow('The follow thread ended before it was ready.');
  await owner.close();
  owner.release();
});
