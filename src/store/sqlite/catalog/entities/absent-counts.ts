import type { Sqlite } from '../../driver.js';
import type { StepRange } from './entity-additions.js';

/** The change in the number of records that lack the fields of the text. */
export type Moved = (absent: string, by: number) => void;

/** How many live records of a source lack the same fields, kept in the transactions that write the records. */
export class AbsentCounts {
  readonly #addNew;
  readonly #move;
  readonly #drop;
  readonly #source: number;

  /** `attached`: the name under which the stage is attached to the catalog. */
  constructor(catalog: Sqlite, attached: string, source: number) {
    this.#source = source;
    const onto = 'ON CONFLICT (source, absent) DO UPDATE SET records = records + excluded.records';
    this.#addNew = catalog.prepare(
      `INSERT INTO absent_counts (source, absent, records)
       SELECT ${source}, absent, count(*) FROM ${attached}.steps
       WHERE seq > @after AND seq <= @to AND number IS NULL GROUP BY absent ${onto}`,
    );
    this.#move = catalog.prepare(
      `INSERT INTO absent_counts (source, absent, records) VALUES (?, ?, ?) ${onto}`,
    );
    this.#drop = catalog.prepare('DELETE FROM absent_counts WHERE source = ? AND records = 0');
  }

  /** Counts the new records of a range of steps, which the catalog takes in the same transaction. */
  addNew({ after, to }: StepRange): void {
    this.#addNew.run({ after, to });
  }

  /** Writes each text once, however many records moved. */
  change(records: (moved: Moved) => void): void {
    const sums = new Map<string, number>();
    records((absent, by) => sums.set(absent, (sums.get(absent) ?? 0) + by));
    for (const [absent, by] of sums) if (by !== 0) this.#move.run(this.#source, absent, by);
    if (sums.size > 0) this.#drop.run(this.#source);
  }
}
