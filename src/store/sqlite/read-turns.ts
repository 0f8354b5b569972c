import type { Sqlite } from './database.js';

/**
 * The reads of one turn of the event loop share a read transaction: to take and give back SQLite's file lock is 2 µs
 * of system time, a third of a lookup and most of a look at links. What another process commits is seen from the next
 * turn on. For connections that only read: a writer would wait inside the transaction it found open.
 */
export class ReadTurns {
  readonly #database: Sqlite;
  readonly #begin;
  readonly #commit;
  readonly #dataVersion;
  #isOpen = false;
  #version = 0;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN');
    this.#commit = database.prepare('COMMIT');
    this.#dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** Call before a read. Returns a number that changes with every commit of others to the file. */
  enter(): number {
    if (this.#isOpen) return this.#version;
    this.#begin.run();
    this.#isOpen = true;
    setImmediate(this.#leave);
    // The first read of the transaction: it fixes the moment that all others see.
    this.#version = this.#dataVersion.get() ?? 0;
    return this.#version;
  }

  readonly #leave = (): void => {
    this.#isOpen = false;
    if (this.#database.open && this.#database.inTransaction) this.#commit.run();
  };
}
