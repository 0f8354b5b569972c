import { formulaSafe } from '../../domain/formula-safe.js';
import type { Column } from '../columns.js';
import type { RowsText } from './gzip-part.js';
import { RowColumns } from './row-columns.js';

/**
 * RFC 4180, each part with the names of its columns. A list or map is JSON text in a cell; what a row does not have is an
 * empty cell. `safe`: an apostrophe before cells that a spreadsheet would take for a formula (OWASP, CSV injection).
 */
export function csvText(columns: readonly Column[], safe: boolean): RowsText {
  const head = `${columns.map(({ name }) => cell(name)).join(',')}\r\n`;
  const cellOf = safe ? (text: string) => cell(formulaSafe(text)) : cell;
  const columnsOfRows = new RowColumns(columns);
  return (rows, isFirst) => {
    let text = isFirst ? head : '';
    const values = columnsOfRows.read(rows);
    for (let row = 0; row < rows.length; row++) {
      text += `${values.map((column) => cellOf(textOf(column[row]))).join(',')}\r\n`;
    }
    return text;
  };
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
