import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beginRestore, confirmFolder, type DataFolder } from '../data-folder.js';
import { buildIndexes } from '../indexing/build.js';
import { openStore } from '../store/sqlite/open.js';
import { BackupError } from './error.js';
import { type BackupManifest, readBackup } from './manifest.js';

/**
 * Makes a data folder of a backup, at a path where nothing is: checked against its checksums, migrated to this
 * version, its ledger verified, its indexes built. Where it fails, the folder may be deleted. Throws `BackupError`.
 */
export async function restore(
  backup: string,
  path: string,
  now: () => number,
): Promise<{ readonly folder: DataFolder; readonly manifest: BackupManifest }> {
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new BackupError(`${path} is not empty; set DOSSIER_DATA to a folder that is empty or not there.`);
  }
  const manifest = await readBackup(backup);
  const folder = beginRestore(path, manifest.kind);
  for (const { name } of manifest.files) copyFileSync(join(backup, name), join(path, name));
  await complete(folder, now);
  confirmFolder(folder);
  return { folder, manifest };
}

async function complete(folder: DataFolder, now: () => number): Promise<void> {
  const store = await openStore(folder.path, { schema: 'migrate' });
  try {
    const [finding] = await store.ledger.verify();
    if (finding) {
      throw new BackupError(
        `The ledger in the backup does not add up: ${finding.accountId}: ${finding.what}.`,
      );
    }
    await buildIndexes(store.catalog, folder.index, now);
  } finally {
    await store.close();
  }
}
