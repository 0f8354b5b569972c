import type { Group, Row } from '../../../sources/declare/index.js';
import type { FileRow, RowTrace } from '../tables/row.js';

/** The rows of a record, without their content. */
export interface Traced {
  /** Identifies the row in the next run. */
  readonly trace?: RowTrace | undefined;
  /** The positions, separated by commas, of their files in the run; `undefined` if the run has one only. */
  readonly files?: string | undefined;
  /** A row of the record could not be read. */
  readonly partial?: boolean | undefined;
}

export interface TracedGroup extends Group, Traced {}

/** The rows of one record, in file order. */
export class RowGroup implements TracedGroup {
  constructor(
    readonly key: string,
    readonly rows: readonly FileRow[],
    readonly partial?: boolean,
  ) {}

  /** For a record that is one row. */
  get trace(): RowTrace | undefined {
    return this.rows.length === 1 ? this.rows[0]?.trace : undefined;
  }

  get files(): string | undefined {
    const [first, ...others] = this.rows;
    const file = first?.shape.file;
    if (file === undefined || others.every(({ shape }) => shape.file === file)) return file?.toString();
    return [...new Set(this.rows.map(({ shape }) => shape.file ?? file))].sort((a, b) => a - b).join();
  }

  one(table: string): Row | undefined {
    return this.rows.find((row) => row.shape.table === table);
  }

  all(table: string): readonly Row[] {
    return this.rows.filter((row) => row.shape.table === table);
  }
}
