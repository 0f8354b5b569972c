import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunInProgressError } from '../../store.js';
import type { Sqlite } from '../driver.js';
import { keepLogShort } from '../wal-checkpoint.js';

/** The staged steps of one kind of record, cut into transactions. */
export interface Pass {
  /** The position before the first step, where the pass must set something up; runs in a transaction of its own. */
  begin?(): string;
  /** What lies behind the position (null: all), in an order that never changes once the stage is sealed. */
  batches(after: string | null): Iterable<Batch>;
}

export interface Batch {
  readonly steps: number;
  /** Of the last step. */
  readonly position: string;
  apply(tally: Tally): void;
}

/** What a transaction adds to the run and to its source. */
export interface Tally {
  gone: number;
  /** Growth of the source's live records. */
  records: number;
}

export const STEPS_PER_TRANSACTION = 5_000;
const END = 'end';

/**
 * Applies a sealed stage in bounded transactions. Each writes the position of its last step, so a kill loses at
 * most the transaction it struck, and the next call goes on behind the last one that was committed.
 */
export async function applyPass(
  database: Sqlite,
  run: { id: number; sourceId: string },
  pass: Pass,
  onProgress: (applied: number) => void,
): Promise<{ gone: number }> {
  const progress = new ApplyProgress(database, run);
  const from = progress.position();
  if (from !== END) {
    let position = from ?? begin(database, progress, pass);
    let applied = 0;
    for (const batch of pass.batches(position)) {
      applyBatch(database, progress, batch, position);
      keepLogShort(database);
      position = batch.position;
      applied += batch.steps;
      onProgress(applied);
      await nextTurn();
    }
    database.transaction(() => progress.end(position, applied > 0 || from !== null)).immediate();
  }
  return { gone: progress.gone() };
}

function begin(database: Sqlite, progress: ApplyProgress, pass: Pass): string | null {
  if (!pass.begin) return null;
  return database
    .transaction(() => {
      progress.expect(null);
      const position = pass.begin?.() ?? null;
      progress.advance(position, { gone: 0, records: 0 });
      return position;
    })
    .immediate();
}

function applyBatch(database: Sqlite, progress: ApplyProgress, batch: Batch, before: string | null): void {
  database
    .transaction(() => {
      progress.expect(before);
      const tally = { gone: 0, records: 0 };
      batch.apply(tally);
      progress.advance(batch.position, tally);
    })
    .immediate();
}

/** The run's place in its stage, as the catalog holds it. */
class ApplyProgress {
  readonly #database: Sqlite;
  readonly #run: { id: number; sourceId: string };

  constructor(database: Sqlite, run: { id: number; sourceId: string }) {
    this.#database = database;
    this.#run = run;
  }

  position(): string | null {
    return this.#read<string | null>('position') ?? null;
  }

  gone(): number {
    return this.#read<number>('gone') ?? 0;
  }

  expect(position: string | null): void {
    if (this.position() === position) return;
    throw new RunInProgressError(`Run ${this.#run.id} is being applied by another process.`);
  }

  advance(position: string | null, tally: Tally): void {
    this.#database
      .prepare('UPDATE runs SET position = ?, gone = gone + ? WHERE id = ?')
      .run(position, tally.gone, this.#run.id);
    this.#database
      .prepare('UPDATE sources SET records = records + ? WHERE id = ?')
      .run(tally.records, this.#run.sourceId);
  }

  /** The last transaction: the source has had its first load, and whoever caches content learns of the new one. */
  end(position: string | null, changedContent: boolean): void {
    this.expect(position);
    this.advance(END, { gone: 0, records: 0 });
    this.#database
      .prepare('UPDATE sources SET first_run = coalesce(first_run, ?) WHERE id = ?')
      .run(this.#run.id, this.#run.sourceId);
    if (changedContent) {
      this.#database.exec(`UPDATE counters SET value = value + 1 WHERE name = 'content_version'`);
      this.#database
        .prepare(`INSERT INTO content_versions SELECT value, ? FROM counters WHERE name = 'content_version'`)
        .run(this.#run.id);
    }
  }

  #read<T>(column: 'position' | 'gone'): T | undefined {
    return this.#database
      .prepare<[number], T>(`SELECT ${column} FROM runs WHERE id = ?`)
      .pluck()
      .get(this.#run.id);
  }
}
