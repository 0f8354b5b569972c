import type { TableLayout, Tables } from '../../../sources/declare/index.js';
import { countBytes } from '../archive/file-bytes.js';
import type { InputFile } from '../archive/input-file.js';
import { refuseUnread } from '../archive/text-bytes.js';
import { InputError, type ReadContext } from '../support/context.js';
import { TableSchema } from '../support/table-schema.js';
import { candidatesFor, HeaderMismatch, matchHeader } from './columns.js';
import { firstRow, likelyDelimiter } from './delimited.js';
import { FileRow } from './row.js';
import { RowLengthCheck } from './row-length-check.js';
import { DelimitedTable } from './table-delimited.js';
import { JsonTable } from './table-json.js';
import type { TableReader } from './table-reader.js';
import { LineSplitter } from './text.js';

/**
 * Yields the rows of a file in batches. Its table is detected by its first bytes and header. Throws
 * HeaderMismatch if it is not a table of the source, InputError if it cannot be read completely.
 */
export async function* readTable(
  file: InputFile,
  tables: Tables,
  context: ReadContext,
  onShape: (shape: TableSchema) => void,
): AsyncGenerator<FileRow[]> {
  let head: Buffer = Buffer.alloc(0);
  let reader: TableReader | undefined;
  for await (const chunk of file.chunks()) {
    const next = reader ? chunk : Buffer.concat([head, chunk]);
    if (!reader) head = next;
    reader ??= openTable(head, false, file, tables, context);
    if (reader) yield ofFile(file, reader, reader.push(next));
  }
  if (isBlank(head)) return refuseEmpty(file);
  if (!reader) {
    reader = openTable(head, true, file, tables, context);
    if (reader) yield ofFile(file, reader, reader.push(head));
  }
  if (reader) yield ofFile(file, reader, reader.end());
  if (reader?.shape) onShape(reader.shape);
}

/** Sets the file of the rows' schema. */
function ofFile({ place }: InputFile, { shape }: TableReader, rows: FileRow[]): FileRow[] {
  if (shape) shape.file = place;
  return rows;
}

/** Returns `undefined` if the head does not contain the whole first line yet. */
function openTable(
  head: Buffer,
  isWhole: boolean,
  file: InputFile,
  tables: Tables,
  context: ReadContext,
): TableReader | undefined {
  refuseUnread(file.label, head);
  const start = head.toString('utf8').trimStart();
  if (start === '') return undefined;
  if ((start.startsWith('[') || start.startsWith('{')) && hasPortalTable(tables)) {
    return new JsonTable(file.label, tables, context);
  }
  if (/^[[{]\s*["{[]/.test(start)) throw otherKind(file, 'JSON');
  if (/^<[?!]?[a-z]/i.test(start)) throw otherKind(file, 'XML');
  if (!isWhole && !head.includes(LINE_FEED)) return waitForLine(head, file, context);
  return openFixed(head, file, tables, context) ?? openDelimited(start, isWhole, file, tables, context);
}

function otherKind(file: InputFile, kind: string): HeaderMismatch {
  return new HeaderMismatch(
    `${file.label} is ${kind}, which this source does not support; use the publisher’s text file.`,
    false,
  );
}

function openFixed(
  head: Buffer,
  file: InputFile,
  tables: Tables,
  context: ReadContext,
): TableReader | undefined {
  const length = (head.toString('latin1').split('\n', 1)[0] ?? '').replace(/\r$/, '').length;
  const fixed = Object.entries(tables).filter(([, layout]) => layout.format.kind === 'fixed');
  for (const [table, layout] of fixed) {
    if (layout.format.kind === 'fixed' && layout.format.length === length) {
      return new FixedTable(
        file.label,
        new TableSchema(table, layout, Object.keys(layout.format.fields)),
        context,
      );
    }
  }
  if (fixed.length === 0 || fixed.length < Object.keys(tables).length) return undefined;
  const allowed = fixed.map(([, { format }]) => (format.kind === 'fixed' ? format.length : 0)).join(' or ');
  throw new HeaderMismatch(
    `${file.label} has a first record of ${length} characters instead of ${allowed}.`,
    false,
  );
}

function openDelimited(
  text: string,
  isWhole: boolean,
  file: InputFile,
  tables: Tables,
  context: ReadContext,
): TableReader | undefined {
  const whole = isWhole ? `${text}\n` : text;
  const likely = likelyDelimiter(whole);
  const delimiterOf = ({ format }: TableLayout) => (format.kind === 'delimited' ? format.delimiter : likely);
  const first = (layout: TableLayout) => firstRow(whole, delimiterOf(layout));
  const candidates = candidatesFor(tables, (layout) => headerOf(layout, first(layout)));
  if (candidates.length === 0) return isWhole ? fail(file) : waitForLine(Buffer.from(text), file, context);
  const { table, layout, columns } = matchHeader(candidates, file.label);
  const shape = new TableSchema(table, layout, columns);
  const isHeaderless = layout.format.kind === 'delimited' && layout.format.headerless === true;
  return new DelimitedTable(file.label, shape, delimiterOf(layout), !isHeaderless, context);
}

/** Returns `undefined` if the table is not delimited, or has no header and another width. */
function headerOf(layout: TableLayout, row: readonly string[] | undefined): readonly string[] | undefined {
  if (layout.format.kind === 'fixed' || row === undefined) return undefined;
  if (layout.format.kind === 'portal' || !layout.format.headerless) return row;
  const columns = [...layout.columns, ...(layout.optional ?? [])];
  const { positions, frame } = layout.format;
  if (frame) return row[0]?.startsWith(frame.first) ? columns : undefined;
  if (positions) return row.length === positions.fields ? columns : undefined;
  const fits = row.length === layout.columns.length || row.length === columns.length;
  return fits ? columns.slice(0, row.length) : undefined;
}

function hasPortalTable(tables: Tables): boolean {
  return Object.values(tables).some((layout) => layout.format.kind === 'portal');
}

function waitForLine(head: Buffer, file: InputFile, context: ReadContext): undefined {
  if (head.length <= context.limits.maxLineBytes) return undefined;
  throw new HeaderMismatch(
    `${file.label} has a first line longer than ${countBytes(context.limits.maxLineBytes)}.`,
    false,
  );
}

function fail(file: InputFile): never {
  throw new HeaderMismatch(`${file.label} is not in a format of this source.`, false);
}

function refuseEmpty(file: InputFile): void {
  if (!file.inArchive) throw new InputError(`${file.label} is empty.`);
}

function isBlank(head: Buffer): boolean {
  return head.length === 0 || head.toString('latin1').trim() === '';
}

const LINE_FEED = 10;

/** Records of one length, in Latin-1, in which a byte is a character. */
class FixedTable implements TableReader {
  readonly #lines: LineSplitter;
  readonly #rowLength: RowLengthCheck;
  readonly #spans: readonly (readonly [start: number, end: number])[];

  constructor(
    label: string,
    readonly shape: TableSchema,
    private readonly context: ReadContext,
  ) {
    const { format } = shape.layout;
    if (format.kind !== 'fixed') throw new InputError(`The table ${shape.table} has no fixed positions.`);
    this.#lines = new LineSplitter(label, context.limits.maxLineBytes);
    this.#rowLength = new RowLengthCheck(label, format.length, 'characters', context);
    this.#spans = Object.values(format.fields).map(([start, length]) => [start - 1, start - 1 + length]);
  }

  push(chunk: Buffer): FileRow[] {
    return this.#accept(this.#lines.push(chunk.toString('latin1')));
  }

  end(): FileRow[] {
    const last = this.#lines.end();
    const rows = this.#accept(last === undefined ? [] : [last]);
    this.#rowLength.end();
    return rows;
  }

  #accept(lines: readonly string[]): FileRow[] {
    const accepted: FileRow[] = [];
    for (const line of lines) {
      if (line === '' || !this.#rowLength.accepts(line.length)) continue;
      const cells = this.#spans.map(([start, end]) => line.slice(start, end));
      this.shape.see(cells);
      accepted.push(new FileRow(this.shape, cells, this.context.warn));
    }
    return accepted;
  }
}
