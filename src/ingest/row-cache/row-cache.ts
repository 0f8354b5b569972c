import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AssignedNumbers, StageListener } from '../../store/store.js';
import { LearntRows } from './learnt-rows.js';
import {
  learntRowsPath,
  readRowCache,
  removeRowCache,
  rowCachePath,
  writeRowCache,
} from './row-cache-file.js';
import type { KnownEntity, PrintedEntity } from './row-print.js';
import { StoredRows } from './stored-rows.js';

interface RowCacheOptions {
  /** The data folder; the cache is in `rows/`. */
  readonly folder: string;
  readonly sourceId: string;
  /** Version of the code that maps rows to records. */
  readonly mapping: string;
  /** As returned by `Loads.lastApplied`. */
  readonly lastApplied: string | null;
}

/**
 * The rows from which a source's records were mapped, and the rows that a run learns. Valid only if written by the last applied
 * run under the same mapping code. Deleted before a run is applied and rewritten afterwards: after a kill in between there is
 * no cache, and the rows are mapped again.
 */
export class RowCache implements StageListener {
  readonly rows: StoredRows;
  readonly #path: string;
  readonly #learntPath: string;
  readonly #mapping: string;
  readonly #learnt: LearntRows;
  #notes: string | null;

  constructor({ folder, sourceId, mapping, lastApplied }: RowCacheOptions) {
    this.#path = rowCachePath(folder, sourceId);
    this.#learntPath = learntRowsPath(folder, sourceId);
    this.#mapping = mapping;
    mkdirSync(dirname(this.#learntPath), { recursive: true });
    this.discarded();
    this.#learnt = new LearntRows(this.#learntPath);
    const file = readRowCache(this.#path);
    const isValid = file?.header.mapping === mapping && file.header.run === lastApplied;
    this.rows = isValid
      ? new StoredRows(file.header.seed, file.header.notes, file.words)
      : new StoredRows(randomUUID(), null, new Int32Array(0));
    this.#notes = this.rows.notes;
  }

  /** Stored with the fingerprints, for the next run. */
  keep(notes: string): void {
    this.#notes = notes;
  }

  stored(number: number, row: PrintedEntity | KnownEntity): void {
    this.#learnt.learn(number, 'document' in row ? row.print : row);
  }

  added(step: number, row: PrintedEntity): void {
    this.#learnt.learnNew(step, row.print);
  }

  sealed(): void {
    removeRowCache(this.#path);
  }

  /** A write failure only makes the next run slower. */
  applied(run: string, { base, dropped, stays }: AssignedNumbers): void {
    const header = { mapping: this.#mapping, run, seed: this.rows.seed, notes: this.#notes };
    const blocks = this.#learnt.remembered(this.rows.records(), base, dropped, stays);
    try {
      writeRowCache(this.#path, header, blocks);
    } catch {
      removeRowCache(this.#path);
    }
    this.discarded();
  }

  /** After a kill, the next load of the source deletes the file. */
  discarded(): void {
    rmSync(this.#learntPath, { force: true });
  }
}
