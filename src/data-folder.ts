import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A data folder holds either the bundled sample or real data, never both (API.md section 9); the file
 * `dossier.json` in it says which.
 */
export type FolderKind = 'sample' | 'data';

export interface DataFolder {
  readonly path: string;
  readonly kind: FolderKind;
  readonly index: string;
  readonly work: string;
}

const MARK = 'dossier.json';

/** The folder of a kind at a path, made where it is missing. Throws where it holds the other kind. */
export function claimFolder(path: string, kind: FolderKind): DataFolder {
  const found = kindOf(path);
  if (found !== undefined && found !== kind) throw new FolderKindError(path, found);
  mkdirSync(path, { recursive: true });
  if (found === undefined) writeFileSync(join(path, MARK), `${JSON.stringify({ kind })}\n`);
  return folderAt(path, kind);
}

/** The operator's folder where it is in use; else the sample's, which lies inside it. */
export function servedFolder(path: string): DataFolder {
  const kind = kindOf(path);
  return kind === undefined ? claimFolder(sampleFolder(path), 'sample') : folderAt(path, kind);
}

/** The operator's folder as it is, sample or not, made for real data where it is new. */
export function operatorFolder(path: string): DataFolder {
  return folderAt(path, kindOf(path) ?? claimFolder(path, 'data').kind);
}

/** What is there, without making anything; the sample's folder where only that is in use. */
export function existingFolder(path: string): DataFolder | undefined {
  for (const candidate of [path, sampleFolder(path)]) {
    const kind = kindOf(candidate);
    if (kind !== undefined) return folderAt(candidate, kind);
  }
  return undefined;
}

export function sampleFolder(path: string): string {
  return join(path, 'sample');
}

export class FolderKindError extends Error {
  override readonly name = 'FolderKindError';
  constructor(path: string, found: FolderKind) {
    super(
      found === 'sample'
        ? `${path} holds the sample; real data needs a folder of its own: set DOSSIER_DATA to an empty folder.`
        : `${path} is in use for real data; the sample needs a folder of its own: set DOSSIER_DATA to an empty folder.`,
    );
  }
}

function kindOf(path: string): FolderKind | undefined {
  const mark = join(path, MARK);
  if (!existsSync(mark)) return undefined;
  return (JSON.parse(readFileSync(mark, 'utf8')) as { kind: FolderKind }).kind;
}

function folderAt(path: string, kind: FolderKind): DataFolder {
  return { path, kind, index: join(path, 'index'), work: join(path, 'work') };
}
