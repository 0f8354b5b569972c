import type { KeyFormat } from '../../../domain/key-format.js';
import type { TableLayout } from '../../../sources/declare/index.js';
import { type Cells, cleanCell } from './cells.js';
import type { ShapeRows } from './schema-rows.js';

/** Beyond so many rejected rows, every run fails. */
const MAX_UNREAD_KEYS = 200_000;

/** The columns of one file and what became of them: which hold values, and which were read. */
export class TableSchema {
  readonly columns: string[] = [];
  /** The format of each column that holds keys, by its place. */
  readonly keys: (KeyFormat | undefined)[] = [];
  /** The rows of the last run, if rows of this file may be among them. */
  rows: ShapeRows | undefined;
  /** Group keys that rejected rows may have. */
  readonly unreadKeys = new Set<string>();
  /** The file's place among those of the run; undefined if it reads one only. */
  file: number | undefined;
  readonly #places = new Map<string, number>();
  readonly #used: boolean[] = [];
  /** Places not yet seen with a value; soon a short list, which makes the check cheap. */
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

  /** Marks the column as read; its place, or undefined if this file does not have it. */
  use(column: string): number | undefined {
    const place = this.#places.get(column);
    if (place !== undefined) this.#used[place] = true;
    return place;
  }

  /**
   * Notes the keys that a rejected row of a grouped table may have: a field too many or too few may be in front of the
   * key or behind it.
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

  /** Notes which columns hold values. */
  see(cells: Cells): void {
    for (const place of this.#blank) {
      if (isFilled(cells[place])) {
        this.#blank = this.#blank.filter((other) => !isFilled(cells[other]));
        return;
      }
    }
  }

  /** Columns that were read and filled in an earlier run, in rows that this one has too. */
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

/** The columns of `groupBy`, none where the table is not grouped. */
export function keyColumns({ groupBy }: TableLayout): readonly string[] {
  if (groupBy === undefined) return [];
  return typeof groupBy === 'string' ? [groupBy] : groupBy;
}

function isFilled(value: string | null | undefined): boolean {
  return value !== undefined && value !== null && value.trim() !== '';
}
