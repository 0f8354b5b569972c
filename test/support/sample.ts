import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/settings.js';
import type { LoadingReport } from '../../src/loading/loading.js';
import { prepare } from '../../src/loading/prepare.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import { runFolder } from './run/run-folder.js';

const UNTOLD: LoadingReport = {
  note: () => undefined,
  progress: () => ({ show: () => undefined, end: () => undefined }),
};

/**
 * A folder of its own with the bundled sample in it. The sample is loaded through the real readers once in a run of
 * the tests, and copied from then on.
 */
export async function newSampleFolder(name: string): Promise<DataFolder> {
  const path = mkdtempSync(join(tmpdir(), name));
  cpSync(await loadedSample(), path, { recursive: true });
  return claimFolder(path, 'sample');
}

/** As the first start of `serve` leaves a folder without data: the sample is in one inside of it. */
export async function folderWithSample(name: string): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), name));
  cpSync(await loadedSample(), join(path, 'sample'), { recursive: true });
  return path;
}

async function loadedSample(): Promise<string> {
  const loaded = join(runFolder(), 'loaded-sample');
  if (existsSync(loaded)) return loaded;
  const path = mkdtempSync(join(runFolder(), 'dossier-loading-'));
  await prepare({
    config: toConfig(readEnv({})),
    folder: claimFolder(path, 'sample'),
    now: Date.now,
    report: UNTOLD,
  });
  try {
    renameSync(path, loaded);
  } catch (error) {
    // Another process of the same run was first.
    if (!existsSync(loaded)) throw error;
  }
  return loaded;
}
