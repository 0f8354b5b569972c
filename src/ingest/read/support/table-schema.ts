import type { KeyFormat } from '../../../domain/key-format.js';
import type { TableLayout } from '../../../sources/declare/index.js';
import { type Cells, cleanCell } from './cells.js';
import type { ShapeRows } from './schema-rows.js';

/** With more rejected rows than this, every run fails. */
const MAX_UNREAD_KEYS = 200_000;

/** The columns of one file: which contain values, and which were used. */
export class TableSchema {
  readonly columns: string[] = [];
  /** The format of each key column, by position. */
  readonly keys: (KeyFormat | undefined)[] = [];
  /** The rows of the last run, if they may include rows of this file. */
  rows: ShapeRows | undefined;
  /** Group keys that rejected rows may have. */
  readonly unreadKeys = new Set<string>();
  /** The file's position in the run; `undefined` if the run has one only. */
  file: number | undefined;
  readonly #places = new Map<string, number>();
  readonly #used: boolean[] = [];
  /** Positions not yet seen with a value; the list soon becomes short, which makes the check cheap. */
  #blank: number[] = [];

  constructor(
    readonly table: string,
    readonly layout: TableLayout,
    columns: readonly string[] = [],
  ) {
    for (const column of columns) this.add(column);
  }

  add(column: string): number {
    const place = this.columns.push(column) - 1;
    if (!this.#places.has(column)) this.#places.set(column, place);
    this.#used.push(false);
    this.keys.push(this.layout.keys?.[column]);
    this.#blank.push(place);
    return place;
  }

  placeOf(column: string): number | undefined {
    return this.#places.get(column);
  }

  /** Marks the column as used and returns its position, or `undefined` if this file lacks it. */
  use(column: string): number | undefined {
    const place = this.#places.get(column);
    if (place !== undefined) this.#used[place] = true;
    return place;
  }

  /**
   * Notes the possible keys of a rejected row in a grouped table: the surplus or missing field may be before the key or after
   * it.
   */
  rejectFields(fields: readonly string[], length: number): void {
    for (const column of keyColumns(this.layout)) {
      const place = this.#places.get(column);
      if (place === undefined || this.unreadKeys.size >= MAX_UNREAD_KEYS) continue;
      for (const at of [place, place + fields.length - length]) {
        const key = cleanCell(fields[at]);
        if (key !== undefined) this.unreadKeys.add(key);
      }
    }
  }

  /** Notes which columns contain values. */
  see(cells: Cells): void {
    for (const place of this.#blank) {
      if (isFilled(cells[place])) {
        this.#blank = this.#blank.filter((other) => !isFilled(cells[other]));
        return;
      }
    }
  }

  /** Restores columns that were used and filled in an earlier run by rows that this run has, too. */
  recall(read: readonly string[], filled: readonly string[]): void {
    for (const column of read) this.use(column);
    const places = new Set(filled.map((column) => this.#places.get(column)));
    this.#blank = this.#blank.filter((place) => !places.has(place));
  }

  readColumns(): string[] {
    return this.columns.filter((_, place) => this.#used[place]);
  }

  filledColumns(): string[] {
    const blank = new Set(this.#blank);
    return this.columns.filter((_, place) => !blank.has(place));
  }
}

/** The columns of `groupBy`; empty if the table is not grouped. */
export function keyColumns({ groupBy }: TableLayout): readonly string[] {
  if (groupBy === undefined) return [];
  return typeof groupBy === 'string' ? [groupBy] : groupBy;
}

function isFilled(value: string | null | undefined): boolean {
  return value !== undefined && value !== null && value.trim() !== '';
}
