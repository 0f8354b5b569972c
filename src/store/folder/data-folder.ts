import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdsAnything, storeFilesIn } from '../engine/engine.js';
import {
  FolderError,
  type FolderKind,
  type FolderMark,
  type FolderState,
  makeMark,
  markPath,
  readMark,
  replaceMark,
  writeAgain,
} from './folder-mark.js';

export type { FolderKind } from './folder-mark.js';

export interface DataFolder {
  readonly path: string;
  readonly kind: FolderKind;
  readonly state: FolderState;
  readonly index: string;
  readonly work: string;
}

/**
 * The folder at a path for data of a kind, made if it is missing. It is not in use before `confirmFolder`, so after a failed
 * load, any command may use it. Throws `FolderError` if data of the other kind is in it.
 */
export function claimFolder(path: string, kind: FolderKind): DataFolder {
  const found = folderInUse(path);
  if (found) {
    if (found.kind !== kind) throw otherKind(path, found.kind, kind);
    return found;
  }
  mkdirSync(path, { recursive: true });
  const mark = makeMark(path, { kind, state: 'new' });
  if (mark.kind !== kind) replaceMark(path, { kind, state: 'new' });
  return folderAt(path, { kind, state: 'new' });
}

/** From now on the folder is in use: a load ended well, or an account was made. */
export function confirmFolder(folder: DataFolder): void {
  if (folder.state === 'in use') return;
  replaceMark(folder.path, { kind: folder.kind, state: 'in use' });
}

/** Marks an empty folder for a restore, which `confirmFolder` ends. */
export function beginRestore(path: string, kind: FolderKind): DataFolder {
  mkdirSync(path, { recursive: true });
  return folderAt(path, makeMark(path, { kind, state: 'restoring' }));
}

/**
 * The folder at a path if data was loaded there or an account was made; nothing is written.
 * Throws `FolderError` if its mark is lost or cannot be read, or a restore into it did not end.
 */
export function folderInUse(path: string): DataFolder | undefined {
  const mark = readMark(path);
  if (mark?.state === 'in use') return folderAt(path, mark);
  if (mark?.state === 'restoring') {
    throw new FolderError(
      `A restore into ${path} did not finish. Delete that folder and run dossier restore again.`,
    );
  }
  if (!holdsAnything(path)) return undefined;
  // A kill came between the end of the load and the mark.
  if (mark) return folderAt(path, mark);
  throw new FolderError(
    `${path} contains databases, but ${markPath(path)} is missing, which states whether they are the sample or real data. ${writeAgain(markPath(path))}`,
  );
}

/** The sample's folder: the operator's own if it holds the sample, else one inside it. */
export function sampleFolder(path: string): DataFolder {
  const own = folderInUse(path) ?? markedFolder(path);
  if (own?.kind === 'sample') return own;
  const inside = join(path, 'sample');
  return markedFolder(inside) ?? folderAt(inside, { kind: 'sample', state: 'new' });
}

/**
 * The folder to look at: the operator's if anything is in it, be it a load that failed, else the sample's.
 * Undefined if there is neither. Nothing is written.
 */
export function folderToLookAt(path: string): DataFolder | undefined {
  const own = folderInUse(path);
  if (own) return own;
  const tried = markedFolder(path);
  if (tried && storeFilesIn(path).length > 0) return tried;
  const sample = sampleFolder(path);
  return storeFilesIn(sample.path).length > 0 ? sample : undefined;
}

/** The folder with the search indexes of a data folder. */
export function indexFolderOf(path: string): string {
  return join(path, 'index');
}

function markedFolder(path: string): DataFolder | undefined {
  const mark = readMark(path);
  return mark && folderAt(path, mark);
}

function otherKind(path: string, found: FolderKind, wanted: FolderKind): FolderError {
  if (found === 'replica') {
    return new FolderError(
      `${path} follows the data that another machine publishes; no data can be loaded into it. Load on the builder, or set DOSSIER_DATA to ` +
        'another folder.',
    );
  }
  if (wanted === 'replica') {
    return new FolderError(
      `${path} contains loaded data; a node that follows publications needs its own folder. Set DOSSIER_DATA ` +
        'to an empty folder.',
    );
  }
  const what =
    found === 'sample'
      ? `${path} contains the sample; real data needs its own folder`
      : `${path} contains real data; the sample needs its own folder`;
  return new FolderError(`${what}: set DOSSIER_DATA to an empty folder.`);
}

function folderAt(path: string, { kind, state }: FolderMark): DataFolder {
  return { path, kind, state, index: indexFolderOf(path), work: join(path, 'work') };
}
