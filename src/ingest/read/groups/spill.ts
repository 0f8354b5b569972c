import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fnv1a } from '../../../collections/hash.js';
import { isPacked, totalBytes } from '../archive/input.js';

/** Maximum size of a partition when it is read back. */
const PARTITION_BYTES = 64 * 1_048_576;
/** Size of spilled rows relative to a compressed file on disk; registers compress about 6 to 1, padded records 10 to 1. */
const PACKED_RATIO = 10;
/** Each partition is an open file. */
const MAX_PARTITIONS = 512;
const BUFFER_CHARACTERS = 131_072;

/** The number of partitions at which each fits in about 64 MB. */
export async function partitionsFor(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await totalBytes([path])) * (isPacked(path) ? PACKED_RATIO : 1.5);
  return Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(bytes / PARTITION_BYTES)));
}

/**
 * Lines of text on disk, grouped by key in bounded memory: a key's hash selects the file, and one file at a time is read back.
 */
export class Spill {
  readonly #partitions: Partition[];

  constructor(folder: string, count: number) {
    this.#partitions = Array.from(
      { length: count },
      (_, index) => new Partition(join(folder, `rows-${index}.spill`)),
    );
  }

  /** `key` and `line` must not contain line ends, `key` no tab. */
  add(key: string, line: string): void {
    const partition = this.#partitions[(fnv1a(key) >>> 0) % this.#partitions.length];
    partition?.add(`${key}\t${line}\n`);
  }

  /** Every key with its lines in the order added; deterministic. */
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

/** Positions instead of copies: the partition remains one buffer. */
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
