import type { Group, Row } from '../../../sources/declare.js';
import type { FileRow, RowTrace } from '../tables/row.js';

/** Has what the rows of a record are known again by. */
export interface Traced {
  readonly trace?: RowTrace | undefined;
}

export interface TracedGroup extends Group, Traced {}

/** The rows of one record, in file order. */
export class RowGroup implements TracedGroup {
  constructor(
    readonly key: string,
    readonly rows: readonly FileRow[],
  ) {}

  /** The group of a record that is one row. */
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
