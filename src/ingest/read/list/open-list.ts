import type { FileBytes } from '../archive/file-bytes.js';
import { isZip, packedKind, unreadKind } from '../archive/file-kind.js';
import { textBytes } from '../archive/text-bytes.js';
import { InputError } from '../support/context.js';
import { DelimitedText, firstRow, likelyDelimiter } from '../tables/delimited.js';
import { WindowsText } from '../tables/windows-text.js';
import { fitRow, LIST_LIMITS, type List, type ListLimits } from './list.js';
import { openWorkbook } from './workbook.js';

/** A longer row means a missing closing quote. */
const MAX_ROW_LENGTH = 4 * 2 ** 20;
const HEAD_BYTES = 2 ** 20;

/** A first line that declares the delimiter to spreadsheets. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/**
 * Opens a list. The delimiter is the declared one, or else the one that gives the most columns in the first
 * row. Throws InputError for empty lists and other kinds of files, and names the kind.
 */
export async function openList(file: FileBytes, limits = LIST_LIMITS): Promise<List> {
  const head = file.read(0, HEAD_BYTES);
  const list = isZip(head) ? await openWorkbook(file, head, limits) : await openText(file, head);
  if (list.columns.length === 0) throw new InputError(`${file.name} is empty.`);
  refuseMore(file.name, list.columns.length, limits.maxColumns, 'columns');
  return list;
}

/** Throws InputError. */
export function refuseMore(name: string, count: number, max: number, what: string): void {
  if (count <= max) return;
  throw new InputError(
    `${name} has ${count.toLocaleString('en-US')} ${what}; the maximum is ${max.toLocaleString('en-US')}.`,
  );
}

interface CsvLimits extends Pick<ListLimits, 'maxColumns'> {
  readonly maxRows: number;
}

/** Reads all rows of a short CSV. Throws InputError. */
export function readCsv(
  name: string,
  text: string,
  { maxColumns, maxRows }: CsvLimits,
): Pick<List, 'columns' | 'delimiter'> & { rows: string[][] } {
  const plain = text.replace(/^\uFEFF/, '');
  const delimiter = likelyDelimiter(`${plain}\n`);
  const reader = new DelimitedText(name, delimiter, MAX_ROW_LENGTH);
  const [columns = [], ...rows] = [...reader.push(plain), ...reader.end()];
  refuseMore(name, columns.length, maxColumns, 'columns');
  refuseMore(name, rows.length, maxRows, 'rows');
  return {
    columns: columns.map((column) => column.trim()),
    delimiter,
    rows: rows.map((row, at) => fitRow(name, at + 2, row, columns.length)),
  };
}

async function openText(file: FileBytes, bytes: Buffer): Promise<List> {
  const kind = unreadKind(bytes) ?? packedKind(bytes);
  if (kind) throw new InputError(`${file.name} is ${kind.name}; ${kind.advice}.`);
  const text = `${await decoded(file.name, once(bytes))}\n`.replaceAll('\r\n', '\n');
  const named = SEPARATOR_LINE.exec(text)?.[1];
  const head = text.replace(SEPARATOR_LINE, '');
  const delimiter = named ?? likelyDelimiter(head);
  const columns = firstRow(head, delimiter) ?? [];
  return {
    columns: columns.map((column) => column.trim()),
    delimiter,
    rows: () => textRows(file, delimiter, columns.length, named === undefined ? 1 : 2),
  };
}

/** Returns the whole text of a small list. Throws InputError for an unsupported format. */
export async function readText(file: FileBytes): Promise<string> {
  return decoded(file.name, chunksOf(file));
}

async function decoded(name: string, chunks: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new WindowsText(name, () => undefined);
  let text = '';
  for await (const chunk of textBytes(name, chunks, () => undefined)) text += decoder.push(chunk);
  return text + decoder.end();
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* textRows(
  file: FileBytes,
  delimiter: string,
  columns: number,
  headings: number,
): AsyncGenerator<readonly string[]> {
  const text = new WindowsText(file.name, () => undefined);
  const rows = new DelimitedText(file.name, delimiter, MAX_ROW_LENGTH);
  let number = 0;
  const fitted = (row: readonly string[]) => {
    number += 1;
    return number <= headings ? [] : [fitRow(file.name, number, row, columns)];
  };
  for await (const chunk of textBytes(file.name, chunksOf(file), () => undefined))
    for (const row of rows.push(text.push(chunk))) yield* fitted(row);
  for (const row of [...rows.push(text.end()), ...rows.end()]) yield* fitted(row);
}

async function* chunksOf(file: FileBytes): AsyncGenerator<Buffer> {
  yield* file.pieces(0, file.size, () => undefined);
}
