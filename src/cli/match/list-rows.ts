import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { DelimitedText, firstRow } from '../../ingest/read/tables/formats/delimited.js';
import { WindowsText } from '../../ingest/read/tables/windows-text.js';
import { CliError } from '../context.js';

/** A row of many lines is a list whose closing quote is missing. */
const LONGEST_ROW = 4 * 2 ** 20;
const HEAD_BYTES = 2 ** 20;
const DELIMITERS = [',', ';', '\t', '|'];

/** The first row of a list, and what separates its columns. */
export interface ListHead {
  readonly columns: readonly string[];
  readonly delimiter: string;
}

/** Takes the separator that makes the most columns of the first row. Throws `CliError` for an empty list. */
export async function readHead(path: string): Promise<ListHead> {
  const text = new WindowsText(path, () => undefined);
  const head = `${text.push(await firstBytes(path))}\n`;
  const rows = DELIMITERS.map((delimiter) => ({ delimiter, columns: firstRow(head, delimiter) ?? [] }));
  const best = rows.reduce((most, row) => (row.columns.length > most.columns.length ? row : most));
  if (best.columns.length === 0) throw new CliError(`${path} is empty.`);
  return { ...best, columns: best.columns.map((column) => column.trim()) };
}

/**
 * The rows behind the first one, in constant memory: UTF-8 with or without its mark, or Windows-1252. A row with fewer fields
 * than columns is filled with blanks; blank lines are no rows. Throws `CliError` for a row that has more.
 */
export async function* readRows(
  path: string,
  { columns, delimiter }: ListHead,
): AsyncGenerator<readonly string[]> {
  const text = new WindowsText(path, () => undefined);
  const rows = new DelimitedText(path, delimiter, LONGEST_ROW);
  let number = 0;
  const fitted = (row: readonly string[]): readonly string[] => {
    number += 1;
    const surplus = row.slice(columns.length).some((field) => field.trim() !== '');
    if (row.length === 0 || surplus) throw new CliError(faultOf(path, number, row, columns));
    return columns.map((_, place) => row[place] ?? '');
  };
  for await (const chunk of createReadStream(path)) {
    for (const row of rows.push(text.push(chunk as Buffer))) {
      const fields = fitted(row);
      if (number > 1) yield fields;
    }
  }
  const last = [...rows.push(text.end()), ...rows.end()];
  for (const row of last) {
    const fields = fitted(row);
    if (number > 1) yield fields;
  }
}

function faultOf(path: string, number: number, row: readonly string[], columns: readonly string[]): string {
  const fault =
    row.length === 0
      ? 'has a quote that is never closed'
      : `has ${row.length} fields, and the first row has ${columns.length}`;
  return `Row ${number} of ${path} ${fault}. Mend it and begin again.`;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
