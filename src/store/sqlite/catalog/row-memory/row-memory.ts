import { randomUUID } from 'node:crypto';
import type { RowPrint, Run } from '../../../store.js';
import { LearntRows } from './learnt-rows.js';
import { readRowMemory, removeRowMemory, writeRowMemory } from './row-memory-file.js';
import { StoredRows } from './stored-rows.js';

/** The knowledge of a run's records once it is applied. */
export interface Applied {
  /** The numbers of new records are this plus their step's. */
  readonly base: number;
  /** Steps that were staged and taken back: another one of the same record came later. */
  readonly dropped: ReadonlySet<number>;
  /** Whether a stored record that was live before the run still is. */
  readonly stays: (number: number) => boolean;
}

/**
 * The rows that a source's records were mapped from, and what a run learns of them. It is a cache, believed only
 * where the last run that was applied wrote it under the same mapping code. It is taken away before a run is applied
 * and written when that is done: a kill between leaves nothing to be believed, and the rows are mapped again.
 */
export class SourceRows {
  readonly stored: StoredRows;
  readonly #path: string;
  readonly #mapping: string;
  readonly #learnt: LearntRows;
  #notes: string | null;

  /** `lastApplied` as `runKey` names it; null if none was. New knowledge waits in the file of `spillPath`. */
  constructor(path: string, mapping: string, lastApplied: string | null, spillPath: string) {
    this.#path = path;
    this.#learnt = new LearntRows(spillPath);
    this.#mapping = mapping;
    const file = readRowMemory(path);
    const isValid = file?.header.mapping === mapping && file.header.run === lastApplied;
    this.stored = isValid
      ? new StoredRows(file.header.seed, file.header.notes, file.words)
      : new StoredRows(randomUUID(), null, new Int32Array(0));
    this.#notes = this.stored.notes;
  }

  keep(notes: string): void {
    this.#notes = notes;
  }

  learn(number: number, print: RowPrint | undefined): void {
    this.#learnt.learn(number, print);
  }

  learnNew(step: number, print: RowPrint | undefined): void {
    this.#learnt.learnNew(step, print);
  }

  forget(): void {
    removeRowMemory(this.#path);
  }

  /** A failure to write costs the next run its speed and this one nothing. */
  remember(run: string, { base, dropped, stays }: Applied): void {
    const header = { mapping: this.#mapping, run, seed: this.stored.seed, notes: this.#notes };
    const blocks = this.#learnt.remembered(this.stored.records(), base, dropped, stays);
    try {
      writeRowMemory(this.#path, header, blocks);
    } catch {
      this.forget();
    }
  }
}

/** Run ids alone could come again where an older catalog was put back. */
export function runKey({ id, startedAt }: Pick<Run, 'id' | 'startedAt'>): string {
  return `${id} ${startedAt}`;
}
