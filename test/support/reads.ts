import { vi } from 'vitest';
import { Database } from '../../src/store/sqlite/file/driver.js';

export interface Read {
  readonly sql: string;
  /** How many rows came at once. */
  readonly rows: number;
}

/** Every reading of SQLite in this process, as it comes, until the mocks are restored. A statement that iterates holds a row. */
export function watchReads(): readonly Read[] {
  const reads: Read[] = [];
  const database = new Database(':memory:');
  const statement = Object.getPrototypeOf(database.prepare('SELECT 1')) as Record<Reading, Method>;
  database.close();
  watch(statement, 'all', (sql, found) => reads.push({ sql, rows: (found as readonly unknown[]).length }));
  watch(statement, 'get', (sql, found) => reads.push({ sql, rows: found === undefined ? 0 : 1 }));
  watch(statement, 'iterate', (sql) => reads.push({ sql, rows: 1 }));
  return reads;
}

type Reading = 'all' | 'get' | 'iterate';
type Method = (this: { readonly source: string }, ...values: readonly unknown[]) => unknown;

function watch(
  statement: Record<Reading, Method>,
  reading: Reading,
  note: (sql: string, found: unknown) => void,
): void {
  const method = statement[reading];
  vi.spyOn(statement, reading).mockImplementation(function (this: { readonly source: string }, ...values) {
    const found = method.apply(this, values);
    note(this.source, found);
    return found;
  });
}
