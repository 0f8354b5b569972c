import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from './driver.js';

/** `readEach` yields if the transaction is older: one from memory rarely is, a single read from a disk takes about as long. */
const MAX_READ_MS = 5;
/** At one millisecond, starting and ending transactions took a thirtieth of a lookup. */
const SHARED_MS = 4;

/** Called with the name of a database after a read of a damaged page or from a failing disk. */
export type OnReadFault = (file: string) => void;

/**
 * Shares a read transaction among the reads of four milliseconds. Taking and releasing SQLite's file lock takes 2 µs of system
 * time, a third of a lookup and most of a read of links, and a turn of the event loop often serves only two or three requests.
 * Commits of other processes become visible that much later, or after the current turn. For connections that only read: a
 * writer would wait inside the open transaction.
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
    // The first read of the transaction fixes the snapshot of all others.
    this.#version = this.#dataVersion.get() ?? 0;
    return this.#version;
  }

  /**
   * The result for each key, in order. If a read is slow, because pages are not in memory, the remaining keys wait for the next
   * turn: a hundred disk reads in one turn would block the event loop.
   */
  async readEach<Key, Value>(
    keys: readonly Key[],
    read: (key: Key, version: number) => Value,
  ): Promise<Value[]> {
    const values: Value[] = [];
    for (const key of keys) {
      if (this.#isOpen && performance.now() - this.#openedAt > MAX_READ_MS) {
        await nextTurn();
        this.#leave();
      }
      values.push(read(key, this.enter()));
    }
    return values;
  }

  /**
   * SQLite refuses to commit after a read of a damaged page or from a failing disk, or has already ended the transaction. The
   * read has thrown to its caller; a throw from this timer would end the process.
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
