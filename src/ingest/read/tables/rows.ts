import type { Tabular } from '../../../sources/declare/index.js';
import { openInputs } from '../archive/input.js';
import type { InputFile } from '../archive/input-file.js';
import type { ReadContext } from '../support/context.js';
import type { Audit } from './audit.js';
import { readTable } from './read-table.js';
import type { FileRow } from './row.js';

/** The rows of all files in order, in batches of one file's rows each. */
export async function* readRows(
  source: Tabular,
  paths: readonly string[],
  context: ReadContext,
  audit: Audit,
): AsyncGenerator<FileRow[]> {
  for await (const file of openInputs(paths, context)) {
    for await (const rows of readFile(file, source, context, audit)) {
      if (rows.length === 0) continue;
      context.onRows(rows.length);
      yield rows.filter(isRead);
    }
  }
  audit.checkTables();
}

function isRead({ shape, cells }: FileRow): boolean {
  const { only } = shape.layout;
  if (only === undefined) return true;
  for (const column in only) {
    const place = shape.use(column);
    const value = place === undefined ? '' : (cells[place] ?? '').trim();
    if (!only[column]?.has(value)) return false;
  }
  return true;
}

async function* readFile(
  file: InputFile,
  source: Tabular,
  context: ReadContext,
  audit: Audit,
): AsyncGenerator<FileRow[]> {
  try {
    yield* readTable(file, source.tables, context, (shape) => audit.saw(shape, file));
  } catch (error) {
    audit.skip(file, error);
  }
}
