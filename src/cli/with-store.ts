import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openStore } from '../store/engine/engine.js';
import {
  claimFolder,
  confirmFolder,
  type DataFolder,
  folderInUse,
  folderToLookAt,
  sampleFolder,
} from '../store/folder/data-folder.js';
import { openFolder } from '../store/folder/open-folder.js';
import type { Store } from '../store/store.js';
import { type CliContext, CliError, configOf, note } from './context.js';

export interface FolderOptions {
  readonly json?: boolean;
  /** Work on the bundled sample's folder instead of the operator's. */
  readonly sample?: boolean;
}

type Work<T> = (store: Store, folder: DataFolder) => Promise<T>;

/** Looks at the store of the folder that is in use. A folder in which nothing is looks empty, and stays so. */
export async function withLook<T>(context: CliContext, options: FolderOptions, work: Work<T>): Promise<T> {
  const folder = foundFolder(context, options);
  if (folder) return await withFolder(folder, work);
  const { dataFolder } = configOf(context);
  note(context, `${dataFolder} contains no data yet.`);
  return await withScratch(tmpdir(), work);
}

/** Opens the store of the folder that is in use, for a change. Throws `CliError` if there is none. */
export async function withStore<T>(context: CliContext, options: FolderOptions, work: Work<T>): Promise<T> {
  return await withFolder(folderOf(context, options), work);
}

/** As `withStore`; a folder in which nothing is yet is in use from the end of the work on. */
export async function withNewStore<T>(
  context: CliContext,
  options: FolderOptions,
  work: Work<T>,
): Promise<T> {
  const folder = foundFolder(context, options) ?? claimFolder(configOf(context).dataFolder, 'data');
  const done = await withFolder(folder, work);
  confirmFolder(folder);
  return done;
}

/** The folder that a command works on. Throws `CliError` if nothing is in it. */
export function folderOf(context: CliContext, options: FolderOptions): DataFolder {
  const folder = foundFolder(context, options);
  if (folder) return folder;
  throw new CliError(
    `${configOf(context).dataFolder} contains no data yet. Load some with dossier ingest, or try the sample with dossier serve --sample.`,
  );
}

export async function withFolder<T>(folder: DataFolder, work: Work<T>): Promise<T> {
  const store = await openFolder(folder);
  try {
    return await work(store, folder);
  } finally {
    await store.close();
  }
}

/** A dry run's folder: the operator's if it is in use; else a temporary one next to it. */
export async function withDryRun<T>(context: CliContext, work: Work<T>): Promise<T> {
  const { dataFolder } = configOf(context);
  const folder = folderInUse(dataFolder);
  return folder ? await withFolder(folder, work) : await withScratch(dataFolder, work);
}

/**
 * The operator's folder if anything is in it, else the sample's; with `--sample` the sample's.
 * Throws `CliError` with `--sample` if it was not loaded yet.
 */
function foundFolder(context: CliContext, { sample }: FolderOptions): DataFolder | undefined {
  const { dataFolder } = configOf(context);
  if (sample) return loadedSample(dataFolder);
  const folder = folderToLookAt(dataFolder);
  if (folder && folder.path !== dataFolder)
    note(context, `No data is loaded yet: this is the bundled sample in ${folder.path}.`);
  return folder;
}

function loadedSample(dataFolder: string): DataFolder {
  const folder = sampleFolder(dataFolder);
  if (folderInUse(folder.path)) return folder;
  throw new CliError(`The sample is not loaded into ${folder.path} yet; dossier serve --sample loads it.`);
}

/** An empty store in a folder, for a while; of all that was made for it nothing stays. */
async function withScratch<T>(within: string, work: Work<T>): Promise<T> {
  const made = mkdirSync(within, { recursive: true });
  const path = mkdtempSync(join(within, '.dossier-'));
  const folder = {
    path,
    kind: 'data',
    state: 'new',
    index: join(path, 'index'),
    work: join(path, 'work'),
  } as const;
  try {
    const store = await openStore(path, { schema: 'create' });
    try {
      return await work(store, folder);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(path, { recursive: true, force: true });
    if (made !== undefined) removeMade(within, made);
  }
}

/** From the folder up to the first one that was made; one that others use by now stays. */
function removeMade(folder: string, made: string): void {
  try {
    rmdirSync(folder);
    if (folder !== made) removeMade(dirname(folder), made);
  } catch {
    // Another process has begun to use it.
  }
}
