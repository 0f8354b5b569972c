import { portalDate } from '../../domain/time/dates.js';
import type { Loadable } from '../../sources/declare.js';
import { openInputs } from './archive/input.js';
import { InputError, READ_LIMITS, type ReadContext } from './context.js';

const HEAD_BYTES = 4_096;

/**
 * The newest day that the files state of themselves, `YYYY-MM-DD`; null where they state none, or one of them does not.
 * A file that cannot be read says nothing here: the load tells why.
 */
export async function statedDay(
  { statesDay }: Pick<Loadable, 'statesDay'>,
  paths: readonly string[],
): Promise<string | null> {
  if (statesDay === undefined) return null;
  const days: (string | undefined)[] = [];
  try {
    for await (const file of openInputs(paths, SILENT)) {
      const day = statesDay({ name: file.name, head: await headOf(file.chunks()) });
      if (!file.inArchive || day !== undefined) days.push(portalDate(day));
    }
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
  const newest = days.toSorted().at(-1);
  return days.includes(undefined) ? null : (newest ?? null);
}

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
