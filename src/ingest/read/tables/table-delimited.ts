import type { TableFormat } from '../../../sources/declare/index.js';
import { InputError, type ReadContext } from '../support/context.js';
import type { TableSchema } from '../support/table-schema.js';
import { columnNamer } from './columns.js';
import { type TextRow, TracedText } from './delimited.js';
import { FileRow } from './row.js';
import { RowLengthCheck } from './row-length-check.js';
import type { TableReader } from './table-reader.js';
import { Utf8Text } from './text.js';
import { WindowsText } from './windows-text.js';

type Delimited = Extract<TableFormat, { kind: 'delimited' }>;

/** CSV, TSV and the like. */
export class DelimitedTable implements TableReader {
  readonly #format: Partial<Delimited>;
  /** The position of each column in a row, for a file of which only some columns are read. */
  readonly #places: readonly number[] | undefined;
  #lastSeen = false;
  #rowCount = 0;
  /** `undefined` until a frame line declares it. */
  #declaredRows: number | undefined;
  /** Possible first fields of a repeated header; empty for a file without header. */
  #headings: ReadonlySet<string> = new Set();
  readonly #text: Utf8Text | WindowsText;
  readonly #rows: TracedText;
  readonly #rowLength: RowLengthCheck;

  constructor(
    private readonly label: string,
    readonly shape: TableSchema,
    private readonly delimiter: string,
    private headerAhead: boolean,
    private readonly context: ReadContext,
  ) {
    const { format } = shape.layout;
    const Text = format.kind === 'portal' && format.fallback ? WindowsText : Utf8Text;
    this.#text = new Text(label, context.warn);
    const { groupBy } = shape.layout;
    if (groupBy === undefined) shape.rows = context.known?.of(shape, delimiter);
    this.#format = format.kind === 'delimited' ? format : {};
    const { maxLineBytes } = context.limits;
    this.#rows = new TracedText(label, delimiter, maxLineBytes, shape.rows, this.#format.everyQuoted);
    const { positions } = this.#format;
    this.#places = positions && shape.columns.map((column) => (positions.of[column] ?? 0) - 1);
    const fields = positions?.fields ?? shape.columns.length;
    this.#rowLength = new RowLengthCheck(label, fields, 'fields', context);
  }

  push(chunk: Buffer): FileRow[] {
    return this.#accept(this.#rows.push(this.#text.push(chunk)));
  }

  end(): FileRow[] {
    const rows = this.#accept([...this.#rows.push(this.#text.end()), ...this.#rows.end()]);
    this.#rowLength.end();
    const { frame } = this.#format;
    if (frame && !this.#lastSeen) {
      throw new InputError(`${this.label} is truncated: its last line does not start with ${frame.last}.`);
    }
    this.#compareCounts();
    return rows;
  }

  #accept(rows: readonly TextRow[]): FileRow[] {
    const accepted: FileRow[] = [];
    for (const row of this.#withoutHeader(rows)) {
      const { fields, trace } = row;
      if (trace?.known !== undefined) this.#rowLength.accepts(this.#rowLength.length);
      else if (this.#isFrame(fields[0] ?? '') || this.#isHeader(fields)) continue;
      else if (!this.#rowLength.accepts(fields.length)) {
        this.#reject(row);
        continue;
      }
      const cells = this.#places?.map((place) => fields[place]) ?? fields;
      if (trace?.known === undefined) this.shape.see(cells);
      accepted.push(new FileRow(this.shape, cells, this.context.warn, trace));
    }
    return accepted;
  }

  #isFrame(start: string): boolean {
    const { frame } = this.#format;
    if (frame === undefined) return false;
    this.#lastSeen = start.startsWith(frame.last);
    const isFrame = this.#lastSeen || start.startsWith(frame.first);
    const declared = isFrame ? this.#declared(frame, start) : undefined;
    if (this.#lastSeen && declared !== undefined) this.#declaredRows = (this.#declaredRows ?? 0) + declared;
    if (!isFrame) this.#rowCount += 1;
    return isFrame;
  }

  #declared(frame: NonNullable<Delimited['frame']>, line: string): number | undefined {
    try {
      return frame.rows?.(line);
    } catch (error) {
      throw new InputError(`${this.label} ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #compareCounts(): void {
    if (this.#declaredRows === undefined || this.#declaredRows === this.#rowCount) return;
    const [rows, declared] = [this.#rowCount, this.#declaredRows].map((count) =>
      count.toLocaleString('en-US'),
    );
    this.context.warn('declared_count', `${this.label} contains ${rows} rows, but declares ${declared}`);
  }

  /** Returns true for a header in the middle of a file, as in `cat a.csv b.csv`. Throws InputError if its columns differ. */
  #isHeader(fields: readonly string[]): boolean {
    const [first = ''] = fields;
    // Most keys start with a digit and no heading does; a cheap check for every row.
    if (first.charCodeAt(0) < LETTERS) return false;
    if (!this.#headings.has(first.startsWith(BYTE_ORDER_MARK) ? bareHeading(first) : first)) return false;
    const columns = fields.map(bareHeading).map(columnNamer(this.shape.layout));
    if (!this.shape.layout.columns.every((column) => columns.includes(column))) return false;
    if (columns.join('\n') !== this.shape.columns.join('\n')) {
      throw new InputError(
        `${this.label} contains a second header with other columns; load its parts as separate files.`,
      );
    }
    this.context.warn('repeated_header', this.label);
    return true;
  }

  #reject({ fields, lost }: TextRow): void {
    const length = this.#rowLength.length;
    for (const line of lost?.split('\n') ?? [undefined]) {
      this.shape.rejectFields(line?.split(this.delimiter).map(bareHeading) ?? fields, length);
    }
  }

  #withoutHeader(rows: readonly TextRow[]): readonly TextRow[] {
    if (!this.headerAhead || rows.length === 0) return rows;
    this.headerAhead = false;
    this.#headings = headingsOf(this.shape, rows[0]?.fields[0]);
    return rows.slice(1);
  }
}

/** Possible first headings: the file's own, and the declared ones in the cases that portals use. */
function headingsOf({ layout }: TableSchema, first: string | undefined): ReadonlySet<string> {
  const { columns, optional = [], ignore = [], aliases = {} } = layout;
  const declared = [...columns, ...optional, ...ignore, ...Object.keys(aliases)];
  return new Set([bareHeading(first), ...declared.flatMap((name) => [name, name.toUpperCase()])]);
}

/** The heading without byte order mark and quotes. */
function bareHeading(field = ''): string {
  return field
    .replace(BYTE_ORDER_MARK, '')
    .replace(/^"(.*)"$/, '$1')
    .trim();
}

const BYTE_ORDER_MARK = '\ufeff';
/** Digits and spaces have smaller codes. */
const LETTERS = 65;
