import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sha256OfFile } from '../platform/sha256-of-file.js';
import type { Cluster } from '../store/engine/engine.js';
import { indexFolderOf } from '../store/folder/data-folder.js';
import { rootOf } from './hash-tree.js';
import { DATA_FILES, fileNameOf, type Publication } from './publication.js';

/** The content of a copy, by hashes. */
export interface Verified {
  /** Root over all its files: equal to `versionRoot` if and only if the copy is intact. */
  readonly root: string;
  /** Names of files that are missing, unreadable or different from what was published. */
  readonly damaged: readonly string[];
}

/** Returns the root of an intact version; `undefined` for versions of releases without roots. */
export function versionRoot({ roots, indexFiles }: Publication): string | undefined {
  return (
    roots && combined([...DATA_FILES.map((file) => roots[file]), ...indexFiles.map(({ sha256 }) => sha256)])
  );
}

/** Returns the roots of the versions that have one. */
export async function rootsOf({
  after,
}: Pick<Cluster<Publication>['publications'], 'after'>): Promise<ReadonlyMap<number, string>> {
  const rows = await after(0, Number.MAX_SAFE_INTEGER);
  return new Map(
    rows.flatMap((row) => {
      const root = versionRoot(row);
      return root === undefined ? [] : [[row.version, root] as const];
    }),
  );
}

/** Returns true if a node has verified its copy and it differs from the version that it serves. */
export function differs(
  { version, root }: { readonly version: number | null; readonly root: string | null },
  roots: ReadonlyMap<number, string>,
): boolean {
  const published = version === null ? undefined : roots.get(version);
  return root !== null && published !== undefined && root !== published;
}

/**
 * Hashes the files of a copy in a data folder. Never rejects, whatever their state. Resolves to `undefined` if the version has
 * no root.
 */
export async function verifyCopy(
  publication: Publication,
  data: string,
  options: { readonly isThrottled?: boolean } = {},
): Promise<Verified | undefined> {
  const { roots, indexFiles } = publication;
  if (!roots) return undefined;
  const index = indexFolderOf(data);
  const files = [
    ...DATA_FILES.map((file) => ({
      name: fileNameOf(file),
      expected: roots[file],
      read: () => rootOf(join(data, fileNameOf(file)), options),
    })),
    ...indexFiles.map(({ name, sha256 }) => ({
      name: `index/${name}`,
      expected: sha256,
      read: () => sha256OfFile(join(index, name)),
    })),
  ];
  const hashes: string[] = [];
  const damaged: string[] = [];
  for (const { name, expected, read } of files) {
    // An unreadable sector is damage, too.
    const hash = await read().catch(() => '');
    hashes.push(hash);
    if (hash !== expected) damaged.push(name);
  }
  return { root: combined(hashes), damaged };
}

function combined(hashes: readonly string[]): string {
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}
