import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Blocks of words kept in a file, of which only those asked for are in memory. The file is its owner's to remove. */
export class SpilledBlocks {
  readonly #path: string;
  readonly #blockBytes: number;
  /** Length of each block, in words. */
  readonly #lengths: number[] = [];

  constructor(path: string, mostWords: number) {
    this.#path = path;
    this.#blockBytes = mostWords * Int32Array.BYTES_PER_ELEMENT;
  }

  get count(): number {
    return this.#lengths.length;
  }

  push(words: Int32Array): void {
    this.replace(this.count, words);
  }

  replace(block: number, words: Int32Array): void {
    this.#lengths[block] = words.length;
    this.#withFile(block === 0 && this.count === 1 ? 'w' : 'r+', (file) =>
      throughout(block * this.#blockBytes, words, (at, rest) => writeSync(file, rest, 0, rest.length, at)),
    );
  }

  read(block: number): Int32Array {
    const words = new Int32Array(this.#lengths[block] ?? 0);
    this.#withFile('r', (file) =>
      throughout(block * this.#blockBytes, words, (at, rest) => readSync(file, rest, 0, rest.length, at)),
    );
    return words;
  }

  /** Opened for each block: no handle is left where a run ends early. */
  #withFile(mode: 'w' | 'r+' | 'r', work: (file: number) => void): void {
    const file = openSync(this.#path, mode);
    try {
      work(file);
    } finally {
      closeSync(file);
    }
  }
}

function throughout(start: number, words: Int32Array, move: (at: number, rest: Uint8Array) => number): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let done = 0; done < bytes.length; ) {
    const moved = move(start + done, bytes.subarray(done));
    if (moved === 0) throw new RangeError('The file became shorter.');
    done += moved;
  }
}
