import { hash } from 'node:crypto';
import type { KnownEntity, RowMemory } from '../../../store/store.js';
import type { Shape } from '../tables/shape.js';

/** What the records of the files of one shape read of them. */
interface ShapeNotes {
  readonly read: readonly string[];
  readonly filled: readonly string[];
}

/** The rows that a source's records were last mapped from, and what was noted of their files. */
export class KnownRows {
  readonly #memory: RowMemory;
  readonly #before: Readonly<Record<string, ShapeNotes>>;
  readonly #now: Record<string, ShapeNotes> = {};

  constructor(memory: RowMemory) {
    this.#memory = memory;
    this.#before = memory.notes === null ? {} : (JSON.parse(memory.notes) as Record<string, ShapeNotes>);
  }

  /** For one file: under another header, the same text is another row. */
  of(shape: Shape, delimiter: string): ShapeRows {
    const key = hash('sha1', [shape.table, delimiter, ...shape.columns].join('\n'));
    return new ShapeRows(this.#memory, key);
  }

  /** After the last row: columns of rows that were not mapped again were read and filled when they were. */
  settle(shape: Shape): void {
    const { rows } = shape;
    if (rows === undefined) return;
    const before = this.#before[rows.key];
    if (before && rows.hits > 0) shape.recall(before.read, before.filled);
    // Files of one header are one shape in the notes.
    const others = this.#now[rows.key];
    this.#now[rows.key] = {
      read: union(others?.read, shape.readColumns()),
      filled: union(others?.filled, shape.filledColumns()),
    };
  }

  notes(): string {
    return JSON.stringify({ ...this.#before, ...this.#now });
  }
}

function union(some: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])];
}

/** Knows the rows of one file again by 64 bits of a hash of their text. */
export class ShapeRows {
  readonly key: string;
  hits = 0;
  /** The print of the last text. */
  high = 0;
  low = 0;
  readonly #memory: RowMemory;
  readonly #seedHigh: number;
  readonly #seedLow: number;

  constructor(memory: RowMemory, key: string) {
    this.key = key;
    this.#memory = memory;
    const seed = hash('sha1', `${memory.seed}\n${key}`, 'buffer');
    this.#seedHigh = seed.readInt32LE(0);
    this.#seedLow = seed.readInt32LE(4);
  }

  find(text: string, start: number, end: number): KnownEntity | undefined {
    this.print(text, start, end);
    const known = this.#memory.find(this.high, this.low);
    if (known) this.hits += 1;
    return known;
  }

  /** Two walks with other factors; each step is a bijection of the one before, so that no difference is lost. */
  print(text: string, start: number, end: number): void {
    let high = this.#seedHigh ^ (end - start);
    let low = this.#seedLow;
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high = (high << 13) | (high >>> 19);
      low = Math.imul(low ^ code, 0x85ebca77);
      low = (low << 17) | (low >>> 15);
    }
    this.high = mixed(high);
    this.low = mixed(low);
  }
}

function mixed(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 0x45d9f3b);
  return half ^ (half >>> 15);
}
