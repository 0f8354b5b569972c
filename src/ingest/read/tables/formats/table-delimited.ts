import type { TableFormat } from '../../../../sources/declare.js';
import { InputError, type ReadContext } from '../../context.js';
import { FileRow } from '../row.js';
import { RowShape } from '../row-length-check.js';
import type { TableSchema } from '../table-schema.js';
import { Utf8Text } from '../text.js';
import { WindowsText } from '../windows-text.js';
import { type TextRow, TracedText } from './delimited.js';
import type { TableReader } from './table-reader.js';

type Delimited = Extract<TableFormat, { kind: 'delimited' }>;

/** CSV, TSV and the like. */
export class DelimitedTable implements TableReader {
  readonly #format: Partial<Delimited>;
  /** The place of each column in a row, for a file that is not read whole. */
  readonly #places: readonly number[] | undefined;
  #lastSeen = false;
  readonly #text: Utf8Text | WindowsText;
  readonly #rows: TracedText;
  readonly #rowShape: RowShape;

  constructor(
    private readonly label: string,
    readonly shape: TableSchema,
    delimiter: string,
    private headerAhead: boolean,
    private readonly context: ReadContext,
  ) {
    const { format } = shape.layout;
    const Text = format.kind === 'portal' && format.otherwise ? WindowsText : Utf8Text;
    this.#text = new Text(label, context.warn);
    const { groupBy } = shape.layout;
    if (groupBy === undefined) shape.rows = context.known?.of(shape, delimiter);
    this.#rows = new TracedText(label, delimiter, context.limits.maxLineBytes, shape.rows);
    this.#format = format.kind === 'delimited' ? format : {};
    const { positions } = this.#format;
    this.#places = positions && shape.columns.map((column) => (positions.of[column] ?? 0) - 1);
    const fields = positions?.fields ?? shape.columns.length;
    this.#rowShape = new RowShape(label, fields, 'fields', context.warn);
  }

  push(chunk: Buffer): FileRow[] {
    return this.#accept(this.#rows.push(this.#text.push(chunk)));
  }

  end(): FileRow[] {
    const rows = this.#accept([...this.#rows.push(this.#text.end()), ...this.#rows.end()]);
    this.#rowShape.end();
    const { frame } = this.#format;
    if (frame && !this.#lastSeen) {
      throw new InputError(
        `${this.label} ends in the middle: its last line does not begin with ${frame.last}.`,
      );
    }
    return rows;
  }

  #accept(rows: readonly TextRow[]): FileRow[] {
    const accepted: FileRow[] = [];
    for (const { fields, trace } of this.#withoutHeader(rows)) {
      if (trace?.known !== undefined) this.#rowShape.accepts(this.#rowShape.length);
      else if (this.#isFrame(fields[0] ?? '') || !this.#rowShape.accepts(fields.length)) continue;
      const cells = this.#places?.map((place) => fields[place]) ?? fields;
      if (trace?.known === undefined) this.shape.see(cells);
      accepted.push(new FileRow(this.shape, cells, this.context.warn, trace));
    }
    return accepted;
  }

  #isFrame(start: string): boolean {
    const { frame } = this.#format;
    if (frame === undefined) return false;
    if (start.startsWith(frame.last)) this.#lastSeen = true;
    return start.startsWith(frame.first) || start.startsWith(frame.last);
  }

  #withoutHeader(rows: readonly TextRow[]): readonly TextRow[] {
    if (!this.headerAhead || rows.length === 0) return rows;
    this.headerAhead = false;
    return rows.slice(1);
  }
}
