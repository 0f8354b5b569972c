import type { TableLayout } from '../../../sources/declare/index.js';
import type { JsonObject } from '../tables/json-text.js';
import type { FileRow } from '../tables/row.js';
import { JsonTable } from '../tables/table-json.js';

/**
 * A portal's answer as rows of a table, read as its JSON files are. One answer tells little of the table:
 * columns that are not in it, or new ones, are left to the runs. Throws InputError if none of its columns fits.
 */
export function rowsOfObjects(
  table: string,
  layout: TableLayout,
  objects: readonly JsonObject[],
): readonly FileRow[] {
  const limits = { maxLineBytes: 0, maxDocumentBytes: 0, maxExpansion: 0 };
  const ignored = () => {};
  const context = { spillFolder: '', onBytes: ignored, onRows: ignored, warn: ignored, limits };
  return new JsonTable(table, { [table]: layout }, context).accept(objects);
}
