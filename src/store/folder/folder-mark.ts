import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A data folder holds either the bundled sample or real data, never both. A replica holds what another machine
 * published, in slots, and nothing is loaded into it.
 */
const FOLDER_KINDS = ['sample', 'data', 'replica'] as const;
export type FolderKind = (typeof FOLDER_KINDS)[number];

/**
 * `new`: nothing was loaded and no account was made yet. `restoring`: a restore began and did not end.
 * `in use`: a load ended well, or an account was made.
 */
export type FolderState = 'new' | 'restoring' | 'in use';

export interface FolderMark {
  readonly kind: FolderKind;
  readonly state: FolderState;
  /** Identifies the folder in its backups: see `installationOf`. */
  readonly id?: string;
}

/** A data folder cannot be used as it is; the message is one sentence with its cure. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

const MARK = 'dossier.json';
/** As file systems without hard links answer. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);
const ID = /^[0-9a-f]{18}$/;
const STATES: readonly unknown[] = ['new', 'restoring', 'in use'] satisfies FolderState[];

/** The content of `dossier.json` in a folder; undefined if there is none. Throws `FolderError` if it cannot be read. */
export function readMark(folder: string): FolderMark | undefined {
  const path = markPath(folder);
  const text = textOf(path);
  if (text === undefined) return undefined;
  const mark = parse(text);
  if (mark) return mark;
  throw new FolderError(
    `${path} is invalid; it states whether the folder contains the sample or real data. ${writeAgain(path)}`,
  );
}

/** Writes the mark of a folder that has none, whole or not at all; gives the mark that stands there then. */
export function makeMark(folder: string, mark: FolderMark): FolderMark {
  const beside = writeBeside(folder, mark);
  try {
    linkSync(beside, markPath(folder));
    return mark;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return readMark(folder) ?? mark;
    if (!WITHOUT_LINKS.has(code)) throw error;
    renameSync(beside, markPath(folder));
    return mark;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Replaces the mark; the id of the folder stays. */
export function replaceMark(folder: string, mark: FolderMark): void {
  renameSync(writeBeside(folder, { ...readMark(folder), ...mark }), markPath(folder));
}

/** Returns the id of a folder that is in use, which the first call creates. A copy of the folder has the same id. */
export function installationOf({
  path: folder,
  kind,
  state,
}: FolderMark & { readonly path: string }): string {
  const known = readMark(folder)?.id;
  if (known !== undefined) return known;
  const id = randomBytes(9).toString('hex');
  replaceMark(folder, { kind, state, id });
  return id;
}

/** The cure for a mark that is lost or unreadable. */
export function writeAgain(path: string): string {
  return `If your own data is in this folder, write the file again: echo '{"kind":"data"}' > ${path}`;
}

export function markPath(folder: string): string {
  return join(folder, MARK);
}

/** A reader never sees a part of it, also after a power cut. */
function writeBeside(folder: string, mark: FolderMark): string {
  const path = join(folder, `.${MARK}-${randomBytes(6).toString('hex')}`);
  writeFileSync(path, `${JSON.stringify(mark)}\n`, { flush: true });
  return path;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A mark without a state is of version 0.1, which marked a folder before anything was in it. */
function parse(text: string): FolderMark | undefined {
  try {
    const mark = JSON.parse(text) as { kind?: unknown; state?: unknown; id?: unknown };
    const { state = 'in use', id } = mark;
    const kind = FOLDER_KINDS.find((one) => one === mark.kind);
    if (kind === undefined || !STATES.includes(state)) return undefined;
    return { kind, state: state as FolderState, ...(typeof id === 'string' && ID.test(id) && { id }) };
  } catch {
    return undefined;
  }
}
