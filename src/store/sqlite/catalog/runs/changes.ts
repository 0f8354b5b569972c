import type { Sqlite } from '../../driver.js';

export type ChangeKind = 'added' | 'changed' | 'gone' | 'back';

/** Older rows are deleted when the next load is applied: some ten days at 10 million records, gigabytes otherwise. */
const MAX_ROWS = 1_000_000;

/** Writes the change rows of one run, and keeps the newest of all runs; the first load of a source writes none. */
export class ChangeLog {
  readonly #insert;
  readonly #run: number;
  readonly #at: number;
  readonly silent: boolean;

  constructor(database: Sqlite, run: { id: number; startedAt: number; isFirst: boolean }, keeps = MAX_ROWS) {
    this.#insert = database.prepare(
      'INSERT INTO changes (record, what, field, before, after, run, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#run = run.id;
    this.#at = run.startedAt;
    this.silent = run.isFirst;
    database.prepare('DELETE FROM changes WHERE rowid <= (SELECT max(rowid) FROM changes) - ?').run(keeps);
  }

  write(record: string, what: ChangeKind): void {
    if (!this.silent) this.#insert.run(record, what, null, null, null, this.#run, this.#at);
  }

  /** One row for each top-level member that differs; values as JSON text, null where the member is absent. */
  compare(record: string, before: object, after: object): void {
    if (this.silent) return;
    const old = new Map<string, unknown>(Object.entries(before));
    const now = new Map<string, unknown>(Object.entries(after));
    for (const field of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [toJson(old.get(field)), toJson(now.get(field))];
      if (was !== is) this.#insert.run(record, 'changed', field, was, is, this.#run, this.#at);
    }
  }
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
