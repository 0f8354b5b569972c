import type { SftpFiles } from '../../sources/declare/index.js';
import type { Run } from '../../store/store.js';
import type { FetchedFile } from '../fetch/index.js';
import type { RemoteFile } from '../fetch/sftp/index.js';

export interface EditionPlan {
  readonly kind: 'whole' | 'changes';
  readonly files: readonly RemoteFile[];
}

const DAY_MS = 86_400_000;
/** Files of the last days are read again, because they may be published late. Reading rows twice changes nothing. */
const OVERLAP_MS = 7 * DAY_MS;

/** The name of a run's input: every edition has the same URL, so its modification time is appended. */
export function editionInput({ url, lastModified }: FetchedFile): string {
  return url + timeMark(lastModified ?? 0);
}

/**
 * The files to fetch from a publisher that publishes a whole edition occasionally, and a file of changes a day: a new edition
 * and the days after it; else the days since the last run. `runs`: newest first.
 */
export function planEditions(
  { whole, daily }: Pick<SftpFiles, 'whole' | 'daily'>,
  edition: RemoteFile,
  listed: readonly RemoteFile[],
  runs: readonly Run[],
): EditionPlan {
  const fetched = runs.filter((run) => run.outcome === 'done' && run.inputs.some(isSftp));
  const last = fetched[0];
  const loaded = fetched.flatMap(({ inputs }) => inputs).find((input) => input.includes(`/${whole}#`));
  if (last === undefined || !loaded?.endsWith(timeMark(edition.modifiedAt)) || !daily)
    return { kind: 'whole', files: [edition, ...daysFrom(edition.modifiedAt, listed, daily?.ending)] };
  return { kind: 'changes', files: daysFrom(last.startedAt, listed, daily.ending) };
}

/** Sorted by day, whatever the order of the folder: the last file with a record wins. */
function daysFrom(time: number, listed: readonly RemoteFile[], ending = ''): RemoteFile[] {
  const first = new Date(time - OVERLAP_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const name = ({ path }: RemoteFile) => path.slice(path.lastIndexOf('/') + 1);
  return listed
    .filter((file) => /^\d{8}$/.test(name(file).slice(0, 8)) && name(file).slice(8) === ending)
    .filter((file) => name(file) >= first)
    .sort((a, b) => (name(a) < name(b) ? -1 : 1));
}

function timeMark(time: number): string {
  return `#${new Date(time).toISOString()}`;
}

function isSftp(input: string): boolean {
  return input.startsWith('sftp://');
}
