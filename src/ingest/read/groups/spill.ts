import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fnv1a } from '../../../collections/hash.js';
import { isPacked, totalBytes } from '../archive/input.js';

/** The bytes that one partition should hold at most when it is read back. */
const PARTITION_BYTES = 64 * 1_048_576;
/** Rows as spilled, over the bytes on disk of a packed file; registers pack about 6 to 1, padded records 10 to 1. */
const PACKED_RATIO = 10;
/** Each holds a file open. */
const MAX_PARTITIONS = 512;
const BUFFER_CHARACTERS = 131_072;

/** How many partitions the rows of these files need for each to fit in about 64 MB. */
export async function partitionsFor(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await totalBytes([path])) * (isPacked(path) ? PACKED_RATIO : 1.5);
  return Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(bytes / PARTITION_BYTES)));
}

/**
 * Lines of text kept on disk by key, so that all lines of a key can be had together in bounded memory: a key's hash
 * decides the file, and one file at a time is read back.
 */
export class Spill {
  readonly #partitions: Partition[];

  constructor(folder: string, count: number) {
    this.#partitions = Array.from(
      { length: count },
      (_, index) => new Partition(join(folder, `rows-${index}.spill`)),
    );
  }

  /** `key` and `line` hold no line end, `key` no tab. */
  add(key: string, line: string): void {
    const partition = this.#partitions[(fnv1a(key) >>> 0) % this.#partitions.length];
    partition?.add(`${key}\t${line}\n`);
  }

  /** Every key with its lines in the order added; the same input gives the same order. */
  *keys(): Generator<{ readonly key: string; readonly lines: readonly string[] }> {
    for (const partition of this.#partitions) yield* partition.drain();
  }

  close(): void {
    for (const partition of this.#partitions) partition.close();
  }
}

class Partition {
  readonly #descriptor: number;
  #waiting: string[] = [];
  #characters = 0;
  #isOpen = true;

  constructor(private readonly path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  add(line: string): void {
    this.#waiting.push(line);
    this.#characters += line.length;
    if (this.#characters >= BUFFER_CHARACTERS) this.#flush();
  }

  *drain(): Generator<{ key: string; lines: string[] }> {
    this.#flush();
    const bytes = readFileSync(this.path);
    for (const [key, spans] of spansByKey(bytes)) {
      yield { key, lines: spans.map(([start, end]) => bytes.toString('utf8', start, end)) };
    }
    this.close();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
    rmSync(this.path, { force: true });
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''));
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#descriptor, bytes, written);
    }
    this.#waiting = [];
    this.#characters = 0;
  }
}

type Span = readonly [start: number, end: number];

/** Positions, not copies: the partition stays one buffer. */
function spansByKey(bytes: Buffer): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (let start = 0; start < bytes.length; ) {
    const tab = bytes.indexOf(TAB, start);
    const end = bytes.indexOf(LINE_FEED, tab);
    const key = bytes.toString('utf8', start, tab);
    const known = spans.get(key);
    if (known) known.push([tab + 1, end]);
    else spans.set(key, [[tab + 1, end]]);
    start = end + 1;
  }
  return spans;
}

const TAB = 9;
const LINE_FEED = 10;
