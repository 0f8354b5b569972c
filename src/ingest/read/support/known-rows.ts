import { hash } from 'node:crypto';
import type { StoredRows } from '../../row-cache/stored-rows.js';
import { ShapeRows } from './schema-rows.js';
import type { TableSchema } from './table-schema.js';

/** The columns that the records read of files of one shape. */
interface ShapeNotes {
  readonly read: readonly string[];
  readonly filled: readonly string[];
}

/** The rows that a source's records were last mapped from, and what was noted of their files. */
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

  /** After the last row: columns of rows that were not mapped again were read and filled when they were. */
  settle(shape: TableSchema): void {
    const { rows } = shape;
    if (rows === undefined) return;
    const before = this.#before[rows.key];
    if (before && rows.hits > 0) shape.recall(before.read, before.filled);
    // Files of one header are one shape in the notes.
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
