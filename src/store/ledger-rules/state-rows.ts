import { type LedgerRow, ROWS_AT_ONCE } from './ledger-rows.js';

interface StateTableShape {
  readonly columns: string;
  /** The columns that name a row. */
  readonly key: string;
  /** A column of bytes. Rows contain it as PostgreSQL writes it, `\\x` and hexadecimal digits; pages are short. */
  readonly bytes?: string;
}

/**
 * The tables of the state that go with a ledger, in an order in which their rows can be inserted. Sessions and leases do not: they end
 * by themselves, and can be made again.
 */
const TABLES = {
  exports: {
    columns:
      'id account key_id asked state rows rows_done credits created_at finished_at order_charge charge_at error parts manifest once_key once_request',
    key: 'id',
  },
  watches: {
    columns:
      'number id account_id filter endpoint created_at feed start position waiting next_at failing_since disabled_at disabled_reason ' +
      'once_key once_request',
    key: 'number',
  },
  watch_secrets: { columns: 'watch secret made_at end_at', key: 'watch secret' },
  deliveries: {
    columns: 'number watch id place type body created_at due_at state tries',
    key: 'number',
  },
  delivery_tries: { columns: 'delivery number at ms status problem', key: 'delivery number' },
  match_lists: { columns: 'id owner name created_at ends_at counts content', key: 'id', bytes: 'content' },
  match_list_records: { columns: 'list entity', key: 'list entity' },
} satisfies Readonly<Record<string, StateTableShape>>;

export type StateTable = keyof typeof TABLES;
export const STATE_TABLES: Readonly<Record<StateTable, StateTableShape>> = TABLES;
/** A state that has rows of these is not empty. */
export const FILLED_TABLES = ['exports', 'watches', 'match_lists'] as const satisfies readonly StateTable[];

/** All rows of a state at one moment. Text is ordered by its bytes. */
export interface StateRows {
  read(table: StateTable): AsyncIterable<readonly LedgerRow[]>;
}

export function stateTables(): readonly StateTable[] {
  return Object.keys(STATE_TABLES) as StateTable[];
}

/** How many rows each table has; rejects with an error that names the first table whose rows are not the same. */
export async function compareStates(one: StateRows, other: StateRows): Promise<Record<StateTable, number>> {
  const counts = Object.fromEntries(stateTables().map((table) => [table, 0])) as Record<StateTable, number>;
  for (const table of stateTables()) {
    const pages = other.read(table)[Symbol.asyncIterator]();
    for await (const page of one.read(table)) {
      const { value = [] } = await pages.next();
      if (!isSamePage(page, value)) throw new StateDiffersError(table);
      counts[table] += page.length;
    }
    if (!(await pages.next()).done) throw new StateDiffersError(table);
  }
  return counts;
}

/** After a copy the two are not the same. */
export class StateDiffersError extends Error {
  override readonly name = 'StateDiffersError';

  constructor(table: StateTable) {
    super(`The table ${table} differs.`);
  }
}

/** Rows of one page: a matched list has up to 2 MB. */
export function rowsAtOnce(table: StateTable): number {
  return STATE_TABLES[table].bytes === undefined ? ROWS_AT_ONCE : 8;
}

/** Gathers rows into pages. */
export function* inPages(rows: Iterable<LedgerRow>, max = ROWS_AT_ONCE): Generator<readonly LedgerRow[]> {
  let page: LedgerRow[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < max) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function isSamePage(one: readonly LedgerRow[], other: readonly LedgerRow[]): boolean {
  const text = (rows: readonly LedgerRow[]) =>
    JSON.stringify(rows.map((row) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
  return text(one) === text(other);
}
