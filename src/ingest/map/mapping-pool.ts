import type { Worker } from 'node:worker_threads';
import type { Cells, RowGroup, TableSchema, Traced } from '../read/index.js';
import { type MappingAnswer, type MappingTask, type SentShape, unpacked } from './mapping-task.js';
import { packCells } from './packed-cells.js';
import type { Mapped } from './record-mapper.js';

export interface MappingThreads {
  /** Maximum number of threads. */
  readonly count: number;
  /** The run's own thread maps this number of records before it starts others: a small load ends before that. */
  readonly after: number;
  /** Starts a thread that responds to each `MappingTask` of the source with a `TaskMapper`, in order. */
  readonly start: () => Worker;
}

/** Number of batches queued for a thread; limits memory. */
const AHEAD = 3;

/** Distributes groups over other threads in turn. */
export class MappingPool {
  /** Maximum number of batches in progress. */
  readonly ahead: number;
  readonly #threads: MappingThreads;
  readonly #started: MappingThread[] = [];
  readonly #open = new Set<Promise<Mapped>>();
  #mappedHere = 0;
  #turn = 0;

  constructor(threads: MappingThreads) {
    this.#threads = threads;
    this.ahead = threads.count * AHEAD;
  }

  /** Returns whether the next rows go to the threads. */
  takes(rows: readonly Traced[]): boolean {
    if (this.#mappedHere >= this.#threads.after) return true;
    this.#mappedHere += rows.filter((row) => !row.trace?.known).length;
    return false;
  }

  map(groups: readonly RowGroup[]): Promise<Mapped> {
    const mapped = this.#next().map(groups);
    this.#open.add(mapped);
    mapped.then(
      () => this.#open.delete(mapped),
      () => this.#open.delete(mapped),
    );
    return mapped;
  }

  /** Resolves when everything in progress is mapped. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  /** Stops all threads. */
  async end(): Promise<void> {
    await Promise.all(this.#started.map((thread) => thread.end()));
  }

  #next(): MappingThread {
    const place = this.#turn % this.#threads.count;
    this.#turn += 1;
    const thread = this.#started[place] ?? new MappingThread(this.#threads.start());
    this.#started[place] = thread;
    return thread;
  }
}

/** The number of a shape in the thread, and how many of its columns the thread knows. */
interface SentSoFar {
  readonly number: number;
  columns: number;
}

interface PendingTask {
  readonly places: readonly number[];
  readonly resolve: (mapped: Mapped) => void;
  readonly reject: (error: unknown) => void;
}

class MappingThread {
  readonly #worker: Worker;
  readonly #requests: PendingTask[] = [];
  readonly #shapes: TableSchema[] = [];
  readonly #numbers = new Map<TableSchema, SentSoFar>();
  #lost: { readonly error: unknown } | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer: MappingAnswer) => this.#take(answer));
    worker.on('error', (error) => this.#lose(error));
    worker.on('exit', () => this.#lose(new Error('A mapping thread ended before it had finished.')));
  }

  map(groups: readonly RowGroup[]): Promise<Mapped> {
    if (this.#lost) return Promise.reject(this.#lost.error);
    const places = [...groups.keys()].filter((place) => !groups[place]?.trace?.known);
    this.#worker.postMessage(this.#taskOf(groups.filter((group) => !group.trace?.known)));
    return new Promise((resolve, reject) => this.#requests.push({ places, resolve, reject }));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #taskOf(groups: readonly RowGroup[]): MappingTask {
    const shapes: SentShape[] = [];
    const keys: string[] = [];
    const layout: number[] = [];
    const cells: Cells[] = [];
    for (const { key, rows } of groups) {
      keys.push(key);
      layout.push(rows.length);
      for (const row of rows) {
        layout.push(this.#numberOf(row.shape, shapes));
        cells.push(row.cells);
      }
    }
    return { shapes, keys, layout, cells: packCells(cells) };
  }

  #numberOf(shape: TableSchema, sent: SentShape[]): number {
    const known = this.#numbers.get(shape) ?? this.#learn(shape);
    const { columns, table } = shape;
    if (known.columns !== columns.length) sent.push({ number: known.number, table, columns: [...columns] });
    known.columns = columns.length;
    return known.number;
  }

  #learn(shape: TableSchema): SentSoFar {
    const sent = { number: this.#shapes.push(shape) - 1, columns: -1 };
    this.#numbers.set(shape, sent);
    return sent;
  }

  #take(answer: MappingAnswer): void {
    for (const { number, columns } of answer.read) {
      for (const column of columns) this.#shapes[number]?.use(column);
    }
    const request = this.#requests.shift();
    request?.resolve(unpacked(answer, request.places));
  }

  #lose(error: unknown): void {
    this.#lost ??= { error };
    for (const { reject } of this.#requests.splice(0)) reject(error);
  }
}
