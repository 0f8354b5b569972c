import type { FileBytes } from '../archive/file-bytes.js';
import { type FileKind, unreadKind } from '../archive/file-kind.js';
import type { InputFile } from '../archive/input-file.js';
import { zipMembers } from '../archive/zip.js';
import { InputError, READ_LIMITS } from '../support/context.js';
import { type Cell, CellReader } from './cell-reader.js';
import { fitRow, type List, type ListLimits } from './list.js';
import { xmlEvents } from './xml-events.js';

/** Real workbooks have a few dozen parts. */
const MAX_PARTS = 10_000;

/**
 * Opens the first visible sheet of an Office Open XML workbook (ECMA-376, `.xlsx`); the first row that is not blank contains
 * the headings. Throws InputError for another archive, a damaged one, and one that decompresses to more than the limit.
 */
export async function openWorkbook(file: FileBytes, head: Buffer, limits: ListLimits): Promise<List> {
  const parts = await partsOf(file, limits);
  const book = parts.get('xl/workbook.xml');
  if (!book) {
    const { name, advice } = kindOf(parts, head);
    throw new InputError(`${file.name} is ${name}; ${advice}.`);
  }
  const sheets: { readonly title: string; readonly id: string }[] = [];
  const cells = new CellReader();
  for await (const { name, attributes, isEnd } of xmlEvents(book)) {
    if (isEnd) continue;
    const { state = 'visible', name: title = '', date1904 = '0' } = attributes;
    if (name === 'workbookPr') cells.startsIn1904 = /^(?:1|true)$/.test(date1904);
    if (name === 'sheet' && state === 'visible') sheets.push({ title, id: attributes.id ?? '' });
  }
  const [first] = sheets;
  const sheet = first && parts.get(await targetOf(parts, first.id));
  if (!sheet) throw new InputError(`${file.name} has no visible sheet.`);
  const [styles, strings] = [parts.get('xl/styles.xml'), parts.get('xl/sharedStrings.xml')];
  if (styles) for await (const element of xmlEvents(styles)) cells.readStyle(element);
  if (strings) for await (const element of xmlEvents(strings)) cells.readString(element);
  const rows = sheetRows(sheet, cells, limits.maxColumns);
  const { value: headings } = await rows.next();
  const columns = headings?.fields.map((field) => field.trim()) ?? [];
  return {
    columns,
    delimiter: ',',
    ...(sheets.length > 1 && { sheet: first.title }),
    rows: async function* () {
      for await (const { number, fields } of rows) yield fitRow(file.name, number, fields, columns.length);
    },
  };
}

function kindOf(parts: ReadonlyMap<string, InputFile>, head: Buffer): FileKind {
  const advice = 'save it as .xlsx or CSV (UTF-8) and use that file';
  if (parts.has('xl/workbook.bin')) return { name: 'a binary workbook (.xlsb)', advice };
  if (parts.has('content.xml')) return { name: 'an OpenDocument file', advice };
  return unreadKind(head) ?? { name: 'a zip archive', advice: 'decompress it and use the file inside' };
}

/** The parts by name; reading any counts against the total limit. */
async function partsOf(file: FileBytes, { maxUnpackedBytes }: ListLimits): Promise<Map<string, InputFile>> {
  const parts = new Map<string, InputFile>();
  let unpacked = 0;
  const context = { limits: READ_LIMITS, warn: () => undefined };
  for await (const part of zipMembers(file, context, () => undefined)) {
    if (parts.size === MAX_PARTS) throw new InputError(`${file.name} has more parts than a workbook.`);
    const chunks = async function* () {
      for await (const chunk of part.chunks()) {
        unpacked += chunk.length;
        if (unpacked > maxUnpackedBytes) throw tooLarge(file.name, maxUnpackedBytes);
        yield chunk;
      }
    };
    parts.set(part.name, { ...part, chunks });
  }
  return parts;
}

function tooLarge(name: string, bytes: number): InputError {
  const size = `${Math.floor(bytes / 2 ** 20).toLocaleString('en-US')} MiB`;
  return new InputError(
    `${name} decompresses to more than ${size}; save the sheet as CSV (UTF-8) and use that file.`,
  );
}

/** The part to which a relationship of the workbook refers. */
async function targetOf(parts: ReadonlyMap<string, InputFile>, wanted: string): Promise<string> {
  const relations = parts.get('xl/_rels/workbook.xml.rels');
  let target = '';
  if (relations)
    for await (const { attributes } of xmlEvents(relations))
      if (attributes.Id === wanted) target = attributes.Target ?? '';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

interface SheetRow {
  /** From 1, as shown in the sheet. */
  readonly number: number;
  readonly fields: readonly string[];
}

/** Rows with a value. Formatted empty cells have none. */
async function* sheetRows(
  sheet: InputFile,
  cells: CellReader,
  maxColumns: number,
): AsyncGenerator<SheetRow, undefined> {
  let number = 0;
  let column = 0;
  let fields: string[] = [];
  let cell: Cell = {};
  for await (const { name, attributes, text, isEnd } of xmlEvents(sheet)) {
    if (name === 'row' && !isEnd) {
      number = Number(attributes.r ?? number + 1);
      [column, fields] = [0, []];
    } else if (name === 'c' && !isEnd) {
      column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
      cell = { type: attributes.t, style: attributes.s, text: '' };
    } else if ((name === 'v' || name === 't') && isEnd) {
      cell = { ...cell, text: `${cell.text ?? ''}${text}` };
    } else if (name === 'c') {
      const value = cells.valueOf(cell);
      if (value === '') continue;
      if (column > maxColumns) throw new InputError(`${sheet.label} has more than ${maxColumns} columns.`);
      while (fields.length < column - 1) fields.push('');
      fields[column - 1] = value;
    } else if (name === 'row' && fields.length > 0) yield { number, fields };
  }
  return undefined;
}

/** `1` for `A7`, `27` for `AA7`. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}
