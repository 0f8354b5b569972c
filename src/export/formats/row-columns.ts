import type { Column } from './columns.js';
import { RowMembers } from './row-members.js';

/** If more fields are requested, rows are parsed completely, which is faster than locating fields. */
const MAX_FOUND = 8;

/** The values of columns, of a page of rows at a time. */
export class RowColumns {
  readonly #columns: readonly Column[];
  readonly #names: readonly string[];
  readonly #members: RowMembers;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#names = [...new Set(columns.map(({ path }) => path[0] as string))];
    this.#members = new RowMembers(this.#names);
  }

  /** Column by column the value of each row, null where a row has none. The rows are JSON objects. */
  read(rows: readonly string[]): unknown[][] {
    const members = this.#names.length > MAX_FOUND ? this.#parsed(rows) : this.#found(rows);
    return this.#columns.map(({ path: [name = '', ...rest] }) => {
      const values = members[this.#names.indexOf(name)] ?? [];
      return rest.length === 0 ? values : values.map((value) => within(value, rest));
    });
  }

  /** Member by member. */
  #parsed(rows: readonly string[]): unknown[][] {
    const parsed = rows.map((row) => JSON.parse(row) as Readonly<Record<string, unknown>>);
    return this.#names.map((name) => parsed.map((row) => row[name] ?? null));
  }

  /** All values of a member are parsed in one go, to texts of their own: a piece of a row would keep all of it in memory. */
  #found(rows: readonly string[]): unknown[][] {
    const texts = this.#names.map(() => new Array<string>(rows.length));
    for (const [at, row] of rows.entries()) {
      this.#members.read(row);
      for (const [member, values] of texts.entries()) values[at] = this.#members.jsonOf(member) ?? 'null';
    }
    return texts.map((values) => JSON.parse(`[${values.join(',')}]`) as unknown[]);
  }
}

function within(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (found === null || found === undefined) return null;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found ?? null;
}
