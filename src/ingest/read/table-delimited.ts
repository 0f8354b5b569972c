import type { ReadContext } from './context.js';
import { DelimitedText } from './delimited.js';
import { FileRow } from './row.js';
import { RowShape } from './row-shape.js';
import type { Shape } from './shape.js';
import type { TableReader } from './table-reader.js';
import { Utf8Text } from './text.js';

/** CSV, TSV and the like. */
export class DelimitedTable implements TableReader {
  private readonly text: Utf8Text;
  private readonly rows: DelimitedText;
  private readonly rowShape: RowShape;

  constructor(
    label: string,
    readonly shape: Shape,
    delimiter: string,
    private headerAhead: boolean,
    private readonly context: ReadContext,
  ) {
    this.text = new Utf8Text(label, context.warn);
    this.rows = new DelimitedText(label, delimiter, context.limits.maxLineBytes);
    this.rowShape = new RowShape(label, shape.columns.length, 'fields', context.warn);
  }

  push(chunk: Buffer): FileRow[] {
    return this.accept(this.rows.push(this.text.push(chunk)));
  }

  end(): FileRow[] {
    const rows = this.accept([...this.rows.push(this.text.end()), ...this.rows.end()]);
    this.rowShape.end();
    return rows;
  }

  private accept(rows: readonly string[][]): FileRow[] {
    const accepted: FileRow[] = [];
    for (const cells of this.withoutHeader(rows)) {
      if (!this.rowShape.accepts(cells.length)) continue;
      this.shape.see(cells);
      accepted.push(new FileRow(this.shape, cells, this.context.warn));
    }
    return accepted;
  }

  private withoutHeader(rows: readonly string[][]): readonly string[][] {
    if (!this.headerAhead || rows.length === 0) return rows;
    this.headerAhead = false;
    return rows.slice(1);
  }
}
