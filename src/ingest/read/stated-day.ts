import { basename } from 'node:path';
import { portalDate, yearFirstDate } from '../../domain/time/dates.js';
import type { Loadable } from '../../sources/declare/index.js';
import { openInputs } from './archive/input.js';
import { InputError, READ_LIMITS, type ReadContext } from './support/context.js';

const HEAD_BYTES = 4_096;

/**
 * Returns the newest date in the files or their names, `YYYY-MM-DD`; null if a file has none. Unreadable
 * files are ignored here and reported by the load.
 */
export async function statedDay(
  { statesDay }: Pick<Loadable, 'statesDay'>,
  paths: readonly string[],
): Promise<string | null> {
  if (statesDay === undefined) return newestOf(paths.map((path) => dayInName(basename(path))));
  const days: (string | undefined)[] = [];
  try {
    for await (const file of openInputs(paths, SILENT)) {
      const stated = portalDate(statesDay({ name: file.name, head: await headOf(file.chunks()) }));
      const day = stated ?? dayInName(file.name) ?? dayInName(file.container);
      if (!file.inArchive || day !== undefined) days.push(day);
    }
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
  return newestOf(days);
}

function newestOf(days: readonly (string | undefined)[]): string | null {
  return days.includes(undefined) ? null : (days.toSorted().at(-1) ?? null);
}

/**
 * The date in a file name: `20230929c.txt`, `eo_ct_2021-02-08.csv`, `eo_dc_2020-03.csv.gz`. A month means its first day,
 * because the edition is not older. A year alone or an invalid date does not count.
 */
function dayInName(name: string): string | undefined {
  for (const [, year, month, day = '01'] of name.matchAll(DAY)) {
    const found = yearFirstDate(`${year}-${month}-${day}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const DAY = /(?<!\d)((?:19|20)\d{2})[-_.]?(\d{2})(?:[-_.]?(\d{2}))?(?!\d)/g;

async function headOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let head = '';
  for await (const chunk of chunks) {
    head += chunk.toString('latin1', 0, HEAD_BYTES);
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

const SILENT: ReadContext = {
  spillFolder: '',
  onBytes: () => undefined,
  onRows: () => undefined,
  warn: () => undefined,
  limits: READ_LIMITS,
};
