import type { Group, Row } from '../../sources/declare.js';
import type { FileRow } from './row.js';

/** The rows of one record, in file order. */
export class RowGroup implements Group {
  constructor(
    readonly key: string,
    private readonly rows: readonly FileRow[],
  ) {}

  one(table: string): Row | undefined {
    return this.rows.find((row) => row.shape.table === table);
  }

  all(table: string): readonly Row[] {
    return this.rows.filter((row) => row.shape.table === table);
  }
}
