import { hash } from 'node:crypto';
import type { StoredRows } from '../../row-cache/stored-rows.js';
import { ShapeRows } from './schema-rows.js';
import type { TableSchema } from './table-schema.js';

/** The columns that were used in records from files of one shape. */
interface ShapeNotes {
  readonly read: readonly string[];
  readonly filled: readonly string[];
}

/** The rows from which a source's records were last mapped, with notes on their files. */
export class KnownRows {
  readonly #memory: StoredRows;
  readonly #before: Readonly<Record<string, ShapeNotes>>;
  readonly #now: Record<string, ShapeNotes> = {};

  constructor(memory: StoredRows) {
    this.#memory = memory;
    this.#before = memory.notes === null ? {} : (JSON.parse(memory.notes) as Record<string, ShapeNotes>);
  }

  /** For one file: under another header, the same text is another row. */
  of(shape: TableSchema, delimiter: string): ShapeRows {
    const key = hash('sha1', [shape.table, delimiter, ...shape.columns].join('\n'));
    return new ShapeRows(this.#memory, key);
  }

  /**
   * Called after the last row: columns of rows that were not mapped again count as used and filled if they were in the earlier
   * run.
   */
  settle(shape: TableSchema): void {
    const { rows } = shape;
    if (rows === undefined) return;
    const before = this.#before[rows.key];
    if (before && rows.hits > 0) shape.recall(before.read, before.filled);
    // Files with the same header share one shape.
    const others = this.#now[rows.key];
    this.#now[rows.key] = {
      read: union(others?.read, shape.readColumns()),
      filled: union(others?.filled, shape.filledColumns()),
    };
  }

  notes(): string {
    return JSON.stringify({ ...this.#before, ...this.#now });
  }
}

function union(some: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])];
}
