import type { RowsText } from './gzip-part.js';

/** A JSON object a line: the stored text as it is, or the named members in their order, those that a row has. */
export function ndjsonText(fields: readonly string[] | null): RowsText {
  if (fields === null) return (rows) => `${rows.join('\n')}\n`;
  return (rows) => {
    let text = '';
    for (const row of parsedRows(rows)) {
      const chosen: Record<string, unknown> = {};
      for (const field of fields) {
        const value = row[field];
        if (value !== undefined) chosen[field] = value;
      }
      text += `${JSON.stringify(chosen)}\n`;
    }
    return text;
  };
}

/** For many texts in one go: it takes two thirds of the time. */
export function parsedRows(rows: readonly string[]): Readonly<Record<string, unknown>>[] {
  return JSON.parse(`[${rows.join(',')}]`) as Record<string, unknown>[];
}
