import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buildIndexes } from '../indexing/build.js';
import { finishInterruptedRuns } from '../ingest/run/roll-forward.js';
import { openStore } from '../store/engine/engine.js';
import { beginRestore, confirmFolder, type DataFolder } from '../store/folder/data-folder.js';
import { BackupError } from './error.js';
import { type BackupManifest, contentOf, readBackup } from './manifest.js';

interface Restored {
  readonly folder: DataFolder;
  readonly manifest: BackupManifest;
  readonly unfinished: readonly string[];
}

/**
 * Restores a backup into a new data folder: verifies checksums, migrates, verifies the ledger, finishes a
 * load that was being applied, and builds the indexes. If it fails, the folder may be deleted. `unfinished`:
 * parts of a load that the backup lacks, one sentence each. Throws `BackupError`.
 */
export async function restore(backup: string, path: string, now: () => number): Promise<Restored> {
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new BackupError(`${path} is not empty; set DOSSIER_DATA to an empty or new folder.`);
  }
  const manifest = await readBackup(backup);
  const folder = beginRestore(path, manifest.kind);
  for (const file of manifest.files) {
    const copy = join(path, file.name);
    mkdirSync(dirname(copy), { recursive: true });
    await pipeline(contentOf(backup, file), createWriteStream(copy));
  }
  const unfinished = await complete(folder, now);
  confirmFolder(folder);
  return { folder, manifest, unfinished };
}

async function complete(folder: DataFolder, now: () => number): Promise<readonly string[]> {
  const store = await openStore(folder.path, { schema: 'migrate' });
  try {
    const [finding] = await store.ledger.verify();
    if (finding) {
      throw new BackupError(
        `The ledger in the backup is inconsistent: ${finding.accountId}: ${finding.what}.`,
      );
    }
    const unfinished: string[] = [];
    await finishInterruptedRuns(store.catalog, now, {
      onUnfinished: (sentence) => unfinished.push(sentence),
    });
    await buildIndexes(store.catalog, folder.index, now);
    return unfinished;
  } finally {
    await store.close();
  }
}
