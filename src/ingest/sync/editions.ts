import type { SftpFiles } from '../../sources/declare/index.js';
import type { Run } from '../../store/store.js';
import type { FetchedFile } from '../fetch/index.js';
import type { RemoteFile } from '../fetch/sftp/index.js';

export interface EditionPlan {
  readonly kind: 'whole' | 'changes';
  readonly files: readonly RemoteFile[];
}

const DAY_MS = 86_400_000;
/** The files of the last days are read again, because they may come late. Rows that are read twice change nothing. */
const OVERLAP_MS = 7 * DAY_MS;

/** The input of a run as the run names it: every edition has the same address, so the time by which it is known is put behind. */
export function editionInput({ url, lastModified }: FetchedFile): string {
  return url + timeMark(lastModified ?? 0);
}

/**
 * The files to fetch of a publisher that gives out a whole edition now and then, and a file of changes a day: the
 * edition if it is not the last one that was loaded, and the days after it; else the days since the last run.
 * `runs` are newest first.
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

/** In the order of their days, whatever the order of the folder: the last file to name a record wins. */
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
