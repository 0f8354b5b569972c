import { type LedgerRow, ROWS_AT_ONCE } from '../../ledger-rules/ledger-rows.js';
import type { Queries } from './pool.js';

interface ReadParts {
  readonly columns: string;
  readonly order: string;
  readonly max?: number;
}

/** All rows of a table, in pages of `max`. `columns` and `order`: as in SQL. Within a read transaction. */
export async function* readRows(
  { rows, change }: Queries,
  table: string,
  { columns, order, max = ROWS_AT_ONCE }: ReadParts,
): AsyncGenerator<readonly LedgerRow[]> {
  const cursor = `copy_${table.replace('.', '_')}`;
  await change(`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns} FROM ${table} ORDER BY ${order}`);
  for (;;) {
    const page = await rows<LedgerRow>(`FETCH ${max} FROM ${cursor}`);
    if (page.length > 0) yield page;
    if (page.length < max) break;
  }
  await change(`CLOSE ${cursor}`);
}

export async function insertRows(
  { change }: Queries,
  table: string,
  columns: string,
  pages: AsyncIterable<readonly LedgerRow[]>,
): Promise<void> {
  for await (const page of pages) {
    await change(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(page)],
    );
  }
}

/** Sets the next numbers of these columns (`schema.table.column`) to follow the copied ones. */
export async function countOn({ rows }: Queries, numbered: readonly string[]): Promise<void> {
  for (const name of numbered) {
    const [schema = '', table = '', column = ''] = name.split('.');
    await rows(`SELECT setval(pg_get_serial_sequence('${schema}.${table}', '${column}'), max(${column}))
      FROM ${schema}.${table} HAVING max(${column}) IS NOT NULL`);
  }
}
