import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Run, RunInProgressError } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { requireRoom } from '../../file/room-on-disk.js';
import { keepLogShort } from '../../file/wal-checkpoint.js';
import { EventWriter } from '../feed/event-writer.js';

/** The staged steps of one kind of record, cut into transactions. */
export interface Pass {
  /** The position before the first step, if the pass needs a setup; runs in a transaction of its own. */
  begin?(): string;
  /** The steps after the position (null: all), in an order that is fixed once the stage is sealed. */
  batches(after: string | null): Iterable<Batch>;
}

export interface Batch {
  readonly steps: number;
  /** Position of the last step. */
  readonly position: string;
  apply(tally: Tally): void;
}

/** The counts that a transaction adds to the run and to its source. */
export interface Tally {
  gone: number;
  /** Change in the number of the source's live records. */
  records: number;
}

/** The run of a pass. */
type AppliedRun = Pick<Run, 'id' | 'sourceId' | 'startedAt'>;

export const STEPS_PER_TRANSACTION = 5_000;
const END = 'end';

/**
 * Applies a sealed stage in bounded transactions. Each writes the position of its last step, so a kill loses at most one
 * transaction, and the next call resumes after the last committed one.
 */
export async function applyPass(
  database: Sqlite,
  run: AppliedRun,
  pass: Pass,
  onProgress: (applied: number) => void,
): Promise<{ gone: number }> {
  const progress = new ApplyProgress(database, run);
  const from = progress.position();
  if (from !== END) {
    let position = from ?? begin(database, progress, pass);
    let applied = 0;
    for (const batch of pass.batches(position)) {
      requireRoom(database);
      applyBatch(database, progress, batch, position);
      position = batch.position;
      applied += batch.steps;
      onProgress(applied);
      keepLogShort(database);
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
      progress.noteFeed();
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

/** The run's position in its stage, as stored in the catalog. */
class ApplyProgress {
  readonly #database: Sqlite;
  readonly #run: AppliedRun;

  constructor(database: Sqlite, run: AppliedRun) {
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

  /** Until the run ends, an index lacks some or all of its events. */
  noteFeed(): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO feed_runs SELECT ?, coalesce((SELECT max(seq) FROM events), 0)')
      .run(this.#run.id);
  }

  /** The last transaction: marks the first load of the source as done, and invalidates caches of content. */
  end(position: string | null, changedContent: boolean): void {
    this.expect(position);
    this.advance(END, { gone: 0, records: 0 });
    const isFirst = this.#database
      .prepare('UPDATE sources SET first_run = ? WHERE id = ? AND first_run IS NULL')
      .run(this.#run.id, this.#run.sourceId).changes;
    if (isFirst) this.#writeBaseline();
    this.#database.prepare('DELETE FROM feed_runs WHERE run = ?').run(this.#run.id);
    if (changedContent) {
      this.#database.exec(`UPDATE counters SET value = value + 1 WHERE name = 'content_version'`);
      this.#database
        .prepare(`INSERT INTO content_versions SELECT value, ? FROM counters WHERE name = 'content_version'`)
        .run(this.#run.id);
    }
  }

  #writeBaseline(): void {
    const { id, sourceId, startedAt } = this.#run;
    const events = new EventWriter(this.#database, { source: sourceId, run: id, at: startedAt });
    events.write('baseline', { type: 'source', id: sourceId }, []);
  }

  #read<T>(column: 'position' | 'gone'): T | undefined {
    return this.#database
      .prepare<[number], T>(`SELECT ${column} FROM runs WHERE id = ?`)
      .pluck()
      .get(this.#run.id);
  }
}
