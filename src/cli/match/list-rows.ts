import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { packedKind, unreadKind } from '../../ingest/read/archive/file-kind.js';
import { textBytes } from '../../ingest/read/archive/text-bytes.js';
import { DelimitedText, firstRow } from '../../ingest/read/tables/formats/delimited.js';
import { WindowsText } from '../../ingest/read/tables/windows-text.js';
import { CliError } from '../context.js';

/** A row of many lines is a list whose closing quote is missing. */
const LONGEST_ROW = 4 * 2 ** 20;
const HEAD_BYTES = 2 ** 20;
const DELIMITERS = [',', ';', '\t', '|'];

/** A line before the first row that names the separator for spreadsheets. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/** The first row of a list and what separates its columns. */
export interface ListHead {
  readonly columns: readonly string[];
  readonly delimiter: string;
  /** The first row is the second one: the first names the separator. */
  readonly namesSeparator: boolean;
}

/**
 * Takes the separator that the list names, else the one that makes the most columns of the first row. Throws `CliError` for an
 * empty list and for what is no list, and says what it is.
 */
export async function readHead(path: string): Promise<ListHead> {
  const bytes = await firstBytes(path);
  const kind = unreadKind(bytes) ?? packedKind(bytes);
  if (kind) throw new CliError(`${path} is ${kind.name}; ${kind.advice}.`);
  const decoder = new WindowsText(path, () => undefined);
  let text = '';
  for await (const chunk of textBytes(path, Readable.from([bytes]), () => undefined))
    text += decoder.push(chunk);
  text = `${text}\n`.replaceAll('\r\n', '\n');
  const named = SEPARATOR_LINE.exec(text)?.[1];
  const head = text.replace(SEPARATOR_LINE, '');
  const delimiters = named === undefined ? DELIMITERS : [named];
  const rows = delimiters.map((delimiter) => ({ delimiter, columns: firstRow(head, delimiter) ?? [] }));
  const best = rows.reduce((most, row) => (row.columns.length > most.columns.length ? row : most));
  if (best.columns.length === 0) throw new CliError(`${path} is empty.`);
  const columns = best.columns.map((column) => column.trim());
  return { columns, delimiter: best.delimiter, namesSeparator: named !== undefined };
}

/**
 * The rows behind the first one, in constant memory. A row with fewer fields than columns is filled with blanks; blank lines are
 * no rows. Throws `CliError` for a row that has more.
 */
export async function* readRows(
  path: string,
  { columns, delimiter, namesSeparator }: ListHead,
): AsyncGenerator<readonly string[]> {
  const text = new WindowsText(path, () => undefined);
  const rows = new DelimitedText(path, delimiter, LONGEST_ROW);
  let number = 0;
  const head = namesSeparator ? 2 : 1;
  const fitted = (row: readonly string[]): readonly string[] => {
    number += 1;
    if (number <= head) return [];
    const surplus = row.slice(columns.length).some((field) => field.trim() !== '');
    if (row.length === 0 || surplus) throw new CliError(faultOf(path, number, row, columns));
    return columns.map((_, place) => row[place] ?? '');
  };
  for await (const chunk of textBytes(path, createReadStream(path), () => undefined)) {
    for (const row of rows.push(text.push(chunk))) {
      const fields = fitted(row);
      if (number > head) yield fields;
    }
  }
  const last = [...rows.push(text.end()), ...rows.end()];
  for (const row of last) {
    const fields = fitted(row);
    if (number > head) yield fields;
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
    if (!(await file.stat()).isFile()) throw new CliError(`${path} is no plain file.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
