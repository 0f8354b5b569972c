import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { whileLocked } from '../../store/engine/engine.js';
import { CURRENT, filesOf, type IndexManifest, readManifest, writeDurably } from './files.js';

/**
 * Runs `work` while holding the build lock of the folder, so that builds and deltas are written one at a time across all
 * processes.
 */
export async function buildAlone<T>(folder: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  return await whileLocked(join(folder, 'building.lock'), work, onWait);
}

/** Makes a build current, and the current one the previous one. The caller must hold the build lock. */
export async function publishManifest(
  folder: string,
  built: Omit<IndexManifest, 'previous'>,
): Promise<IndexManifest> {
  const manifest = await changeManifest(folder, (present) => {
    const { previous: _older, ...previous } = present ?? {};
    return 'entities' in previous ? { ...built, previous } : built;
  });
  removeUnnamed(folder, manifest);
  return manifest;
}

/**
 * Adds a delta to its build. Resolves to `undefined` if another build is current by now. The caller must hold the build lock.
 */
export async function publishDelta(
  folder: string,
  before: IndexManifest,
  made: Required<Pick<IndexManifest, 'delta' | 'contentVersion' | 'run' | 'builtAt'>>,
): Promise<IndexManifest | undefined> {
  const manifest = await changeManifest(folder, (present) =>
    present?.builtAt === before.builtAt ? { ...present, ...made } : undefined,
  );
  if (manifest) removeUnnamed(folder, manifest);
  return manifest;
}

/**
 * Replaces the manifest with the result of `make`, if any, under a lock. The rename is the swap: a reader sees the old set of
 * files or the new one, never a mixture.
 */
export async function changeManifest<Made extends IndexManifest | undefined>(
  folder: string,
  make: (present: IndexManifest | undefined) => Made | Promise<Made>,
): Promise<Made> {
  return await whileLocked(join(folder, 'current.lock'), async () => {
    const manifest = await make(readManifest(folder));
    if (manifest === undefined) return manifest;
    const draft = join(folder, `${CURRENT}.draft`);
    writeDurably(draft, [Buffer.from(JSON.stringify(manifest))]);
    renameSync(draft, join(folder, CURRENT));
    return manifest;
  });
}

/**
 * Deletes index files that the manifest does not name: those of earlier builds, or of builds that were killed. The caller must
 * hold the build lock, so that no file is about to be named.
 */
function removeUnnamed(folder: string, manifest: IndexManifest): void {
  const named = new Set([...filesOf(manifest), ...(manifest.previous ? filesOf(manifest.previous) : [])]);
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.idx') && !named.has(name)) rmSync(join(folder, name), { force: true });
  }
}
