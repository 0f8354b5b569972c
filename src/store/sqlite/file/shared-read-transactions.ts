import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from './driver.js';

/** A transaction of this age is waited for: one from memory is rarely so old, a single read from a disk takes about as long. */
const READS_MOST_MS = 5;
/** With one millisecond, beginning and ending took a thirtieth of a lookup. */
const SHARED_MS = 4;

/** Called with the name of a database after a read met a damaged page or a failed disk. */
export type OnReadFault = (file: string) => void;

/**
 * The reads of four milliseconds share a read transaction: to take and give back SQLite's file lock is 2 µs of system
 * time, a third of a lookup and most of a look at links, and a turn of the event loop often answers two or three
 * requests only. A commit of another process is seen so much later, or after the turn that was under way. For
 * connections that only read: a writer would wait inside the transaction it found open.
 */
export class SharedReadTransactions {
  readonly #database: Sqlite;
  readonly #begin;
  readonly #commit;
  readonly #rollBack;
  readonly #dataVersion;
  readonly #onFault: OnReadFault;
  #isOpen = false;
  #version = 0;
  #openedAt = 0;

  constructor(database: Sqlite, onFault: OnReadFault = ignore) {
    this.#database = database;
    this.#onFault = onFault;
    this.#begin = database.prepare('BEGIN');
    this.#commit = database.prepare('COMMIT');
    this.#rollBack = database.prepare('ROLLBACK');
    this.#dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** Call before a read. Returns a number that changes with every commit of others to the file. */
  enter(): number {
    if (this.#isOpen) return this.#version;
    if (this.#database.inTransaction) this.#rollBack.run();
    this.#begin.run();
    this.#isOpen = true;
    this.#openedAt = performance.now();
    setTimeout(this.#leave, SHARED_MS);
    // The first read of the transaction: it fixes the moment that all others see.
    this.#version = this.#dataVersion.get() ?? 0;
    return this.#version;
  }

  /**
   * The result for each key, in order. If a read takes long, because pages of the file are not in memory, the other
   * keys wait for the next turn: a hundred reads from a disk in one turn would hold up everybody.
   */
  async readEach<Key, Value>(
    keys: readonly Key[],
    read: (key: Key, version: number) => Value,
  ): Promise<Value[]> {
    const values: Value[] = [];
    for (const key of keys) {
      if (this.#isOpen && performance.now() - this.#openedAt > READS_MOST_MS) {
        await nextTurn();
        this.#leave();
      }
      values.push(read(key, this.enter()));
    }
    return values;
  }

  /**
   * SQLite refuses to commit after a read that met a damaged page or a failing disk, or has ended the transaction by
   * then. That read has thrown to its request; a throw from this timer would end the process.
   */
  readonly #leave = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (!this.#database.open) return;
    try {
      this.#commit.run();
    } catch {
      this.#onFault(basename(this.#database.name));
    }
  };
}

function ignore(): void {}
