import type { TableLayout } from '../../../sources/declare/index.js';
import type { JsonObject } from '../tables/json-text.js';
import type { FileRow } from '../tables/row.js';
import { JsonTable } from '../tables/table-json.js';

/**
 * Parses a portal response as rows of a table, like its JSON files. One response says little about the table,
 * so missing and new columns are left to runs. Throws InputError if no column matches.
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
