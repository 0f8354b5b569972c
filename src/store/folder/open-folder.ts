import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExactOptions,
  filesInUse,
  hasOlderFile,
  holdsAnything,
  missingStoreFiles,
  openReplicaStore,
  openStore,
  STORE_FILE_NAMES,
} from '../engine/engine.js';
import { DatabaseMissingError, type Store } from '../store.js';
import type { DataFolder } from './data-folder.js';
import { FolderError } from './folder-mark.js';
import { activeVersion } from './slots.js';

/** The loss that goes with each file. */
const CONTENTS: Readonly<Record<string, string>> = {
  'ledger.db': 'all accounts, keys, balances, usage and the audit log',
  'state.db':
    'all watches with their secrets and unsent messages, exports, matched lists, sign-in sessions and leases',
  'catalog.db': 'all loaded records, their history and the change feed',
  'links.db': 'all links and the corrections made by hand',
};

/**
 * Opens the store of a folder. The databases of a new folder are made. `migrate` also brings older ones up to date; else
 * `SchemaMismatchError` names the command that does. Throws `DatabaseMissingError` if one is gone from a folder in use.
 */
export async function openFolder(
  folder: DataFolder,
  schema: 'create' | 'migrate' = 'create',
  { toleratesLinks = false }: Pick<ExactOptions, 'toleratesLinks'> = {},
): Promise<Store> {
  refuseMissing(folder);
  const mode = folder.state === 'in use' ? ifThere(schema) : schema;
  if (mode === 'migrate' && hasOlderFile(folder.path)) refuseInUse(folder);
  if (folder.kind !== 'replica') return await openStore(folder.path, { schema: mode, toleratesLinks });
  const served = activeVersion(folder.path);
  if (!served)
    throw new FolderError(
      `${folder.path} has no version of the data yet. To download one, run: dossier serve`,
    );
  return await openReplicaStore(folder.path, served.data, { schema: mode });
}

/** Throws `FolderError` if another process has one of the databases open: it would go on with a schema that is gone. */
export function refuseInUse({ path }: Pick<DataFolder, 'path'>): void {
  const [name] = filesInUse(path);
  if (name === undefined) return;
  throw new FolderError(
    `${path} is in use: another process has ${name} open. Stop the service and all other commands on this folder, then try again.`,
  );
}

/** Names of the databases that a folder in use has lost. */
export function missingDatabases({ path, state, kind }: DataFolder): readonly string[] {
  if (state !== 'in use' && !holdsAnything(path)) return [];
  const missing = missingStoreFiles(path);
  return kind === 'replica' ? missing.filter((name) => !IN_SLOTS.has(name)) : missing;
}

/** A replica has these in its slots. */
const IN_SLOTS: ReadonlySet<string> = new Set(['catalog.db', 'links.db']);

/** One sentence with its cure. */
export function describeMissing(
  folder: DataFolder,
  missing: readonly string[],
): { what: string; cure: string } {
  const { path, kind } = folder;
  if (kind === 'sample') {
    const cure = `Delete ${path}; dossier serve --sample creates the sample again.`;
    return { what: `${missing.join(' and ')} of the sample is missing in ${path}.`, cure };
  }
  if (missing.length === STORE_FILE_NAMES.length) {
    return {
      what: `${path} is marked as in use, but all of its databases are missing.`,
      cure: `Put them back, or restore a backup into an empty folder. If it never contained data, delete ${join(path, 'dossier.json')}.`,
    };
  }
  const losses = missing.map((name) => {
    const file = join(path, name);
    return `${file} is ${existsSync(file) ? 'empty' : 'missing'}. It contained ${CONTENTS[name]}.`;
  });
  const cure =
    'Put it back or restore a backup; if it is lost, dossier migrate --make-missing creates an empty one.';
  return { what: losses.join(' '), cure };
}

/** The log of a lost database may have stayed, which is nothing without it. */
export function removeLogsOf(folder: DataFolder, missing: readonly string[]): void {
  for (const name of missing) {
    for (const end of ['-wal', '-shm']) rmSync(join(folder.path, `${name}${end}`), { force: true });
  }
}

/** Throws `DatabaseMissingError` with the cure. */
export function refuseMissing(folder: DataFolder): void {
  const missing = missingDatabases(folder);
  if (missing.length === 0) return;
  const { what, cure } = describeMissing(folder, missing);
  throw new DatabaseMissingError(`${what} ${cure}`);
}

/** A file that goes between the look and the opening is not made again. */
function ifThere(schema: 'create' | 'migrate'): 'current' | 'migrate' {
  return schema === 'create' ? 'current' : schema;
}
