import { InputError, type ReadContext } from '../support/context.js';
import type { TableSchema } from '../support/table-schema.js';
import { FileRow } from './row.js';
import { RowLengthCheck } from './row-length-check.js';
import type { TableReader } from './table-reader.js';
import { LineSplitter } from './text.js';

/** Records of one length, in Latin-1, in which a byte is a character. */
export class FixedTable implements TableReader {
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
