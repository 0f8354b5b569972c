import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunInProgressError } from '../../store.js';
import type { Sqlite } from '../database.js';

/** How the staged steps of one kind of record are applied. */
export interface Pass<Step> {
  /** The steps behind the position (null: all), in an order that never changes once the stage is sealed. */
  steps(after: string | null): Iterable<Step>;
  position(step: Step): string;
  apply(step: Step, tally: Tally): void;
  /** Called before each commit. */
  flush?(): void;
}

/** What a transaction adds to the run and to its source. */
export interface Tally {
  gone: number;
  /** Growth of the source's live records. */
  records: number;
}

const STEPS_PER_TRANSACTION = 5_000;
const END = 'end';

/**
 * Applies a sealed stage in bounded transactions. Each writes the position of its last step, so a kill loses at
 * most the transaction it struck, and the next call goes on behind the last one that was committed.
 */
export async function applyPass<Step>(
  database: Sqlite,
  run: { id: number; sourceId: string },
  pass: Pass<Step>,
  onProgress: (applied: number) => void,
): Promise<{ gone: number }> {
  const progress = new ApplyProgress(database, run);
  let position = progress.position();
  if (position !== END) {
    let applied = 0;
    for (const steps of inBatches(pass.steps(position), STEPS_PER_TRANSACTION)) {
      position = applyBatch(database, progress, pass, steps, position);
      applied += steps.length;
      onProgress(applied);
      await nextTurn();
    }
    database.transaction(() => progress.end(position, applied > 0 || position !== null)).immediate();
  }
  return { gone: progress.gone() };
}

function applyBatch<Step>(
  database: Sqlite,
  progress: ApplyProgress,
  pass: Pass<Step>,
  steps: readonly Step[],
  before: string | null,
): string | null {
  return database
    .transaction(() => {
      progress.expect(before);
      const tally = { gone: 0, records: 0 };
      for (const step of steps) pass.apply(step, tally);
      pass.flush?.();
      const last = steps.at(-1);
      const position = last === undefined ? before : pass.position(last);
      progress.advance(position, tally);
      return position;
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
    }
  }

  #read<T>(column: 'position' | 'gone'): T | undefined {
    return this.#database
      .prepare<[number], T>(`SELECT ${column} FROM runs WHERE id = ?`)
      .pluck()
      .get(this.#run.id);
  }
}

function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
