import { type KeyFormat, readKey } from '../../domain/key-format.js';
import { isPlaceholder } from '../../domain/placeholder.js';
import { isPlaceholderDate, portalDate, serialDate } from '../../domain/time/dates.js';
import type { Row, Warn } from '../declare/index.js';
import { amountOf } from './numbers.js';

/** Returns a publisher's code or number that is not the record's key; one in another form is reported and left out. */
export function codeIn<Column extends string>(
  row: Row<Column>,
  column: Column,
  format: KeyFormat,
): string | undefined {
  const text = row.take(column);
  if (text === undefined || format.blank?.test(text)) return undefined;
  const code = readKey(format, text)?.key;
  if (code === undefined) row.unknown(column, text);
  return code;
}

/**
 * Returns the date in a column, `YYYY-MM-DD`. `read`: the publisher's form of dates; blank for a placeholder. A serial date of a spreadsheet is read as the day
 * that it shows; a text that is neither a date nor a placeholder for none is reported.
 */
export function dateIn<Column extends string>(
  row: Row<Column>,
  column: Column,
  read: (text: string) => string | undefined = portalDate,
): string | undefined {
  const text = row.take(column);
  const date = text === undefined ? undefined : read(text);
  if (text === undefined || date !== undefined) return date || undefined;
  const serial = serialDate(text);
  if (serial === undefined) return dateFrom(column, text, (code, detail) => row.report(code, detail), read);
  row.report('serial_date', `${column}: read as a date of a spreadsheet`);
  return serial;
}

/** Returns the date in a member of a document or in a part of a cell, without serial dates; reports as `dateIn` does. */
export function dateFrom(
  member: string,
  text: string | undefined,
  warn: Warn,
  read: (text: string) => string | undefined = portalDate,
): string | undefined {
  const date = text === undefined ? undefined : read(text);
  if (text === undefined || date !== undefined) return date || undefined;
  if (!isPlaceholder(text) && !isPlaceholderDate(text)) warn(...unreadable(member, 'date', text));
  return undefined;
}

/** The same to compare rows by, blank for none; reports nothing. */
export function dayIn<Column extends string>(row: Row<Column>, column: Column): string {
  const text = row.take(column) ?? '';
  return portalDate(text) ?? serialDate(text) ?? '';
}

/** Returns the amount in a column; null for a blank. A text that is not an amount is reported. */
export function amountIn<Column extends string>(row: Row<Column>, column: Column): number | null {
  return amountFrom(column, row.take(column), (code, detail) => row.report(code, detail));
}

/** The same of a member of a document. */
export function amountFrom(member: string, text: string | undefined, warn: Warn): number | null {
  if (text === undefined || isPlaceholder(text)) return null;
  const amount = amountOf(text);
  if (amount === null) warn(...unreadable(member, 'number', text));
  return amount;
}

/** Digits and letters of the value are not shown: alike values are counted together, and none can be private. */
function unreadable(column: string, what: 'date' | 'number', text: string) {
  const form = text.slice(0, 20).replace(/\d/g, '9').replace(/\p{L}/gu, 'A');
  return ['unreadable_value', `${column}: no ${what} is read from a value like ${form}`] as const;
}
