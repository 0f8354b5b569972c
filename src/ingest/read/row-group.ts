import type { Group, Row } from '../../sources/declare.js';
import type { FileRow, RowTrace } from './row.js';

/** A record's rows, with what they are known again by. */
export interface TracedGroup extends Group {
  readonly trace?: RowTrace | undefined;
}

/** The rows of one record, in file order. */
export class RowGroup implements TracedGroup {
  constructor(
    readonly key: string,
    private readonly rows: readonly FileRow[],
  ) {}

  /** Of a record that is one row. */
  get trace(): RowTrace | undefined {
    return this.rows.length === 1 ? this.rows[0]?.trace : undefined;
  }

  one(table: string): Row | undefined {
    return this.rows.find((row) => row.shape.table === table);
  }

  all(table: string): readonly Row[] {
    return this.rows.filter((row) => row.shape.table === table);
  }
}
