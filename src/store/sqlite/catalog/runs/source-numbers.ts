import type { Sqlite } from '../../file/driver.js';

/** Source ids as small integers. The table only grows, so cached values remain valid. */
export class SourceNumbers {
  readonly #ids = new Map<number, string>();
  readonly #byId;
  readonly #byNumber;
  readonly #insert;

  constructor(database: Sqlite) {
    this.#byId = database.prepare<[string], number>('SELECT number FROM sources WHERE id = ?').pluck();
    this.#byNumber = database.prepare<[number], string>('SELECT id FROM sources WHERE number = ?').pluck();
    this.#insert = database.prepare<[string]>('INSERT OR IGNORE INTO sources (id) VALUES (?)');
  }

  numberOf(id: string): number {
    let number = this.#byId.get(id);
    if (number === undefined) {
      this.#insert.run(id);
      number = this.#byId.get(id);
    }
    if (number === undefined) throw new Error(`The source ${id} has no number.`);
    return number;
  }

  idOf(number: number): string {
    let id = this.#ids.get(number);
    if (id === undefined) {
      id = this.#byNumber.get(number);
      if (id === undefined) throw new Error(`No source has the number ${number}.`);
      this.#ids.set(number, id);
    }
    return id;
  }
}
