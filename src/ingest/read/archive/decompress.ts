import { pipeline, Readable, type Transform } from 'node:stream';
import { InputError } from '../support/context.js';

/** Output size before the compression ratio is checked; short files of spaces are not bombs. */
const FREE_BYTES = 1_048_576;
/** The `chunkSize` of zlib streams. */
export const CHUNK_BYTES = 262_144;

/** Pipes the pieces through one of Node's zlib streams. Stream errors are rethrown unchanged. */
export async function* inflateStream(pieces: Iterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  // The stream below throws every error; the callback only marks them as handled.
  pipeline(Readable.from(pieces), transform, () => undefined);
  for await (const chunk of transform) yield chunk as Buffer;
}

/** Rejects a file with too high a compression ratio. */
export class ExpansionGuard {
  #taken = 0;
  #given = 0;

  constructor(
    private readonly label: string,
    private readonly max: number,
  ) {}

  took(bytes: number): void {
    this.#taken += bytes;
  }

  gave(bytes: number): void {
    this.#given += bytes;
    if (this.#given > FREE_BYTES && this.#given > this.#taken * this.max) {
      throw new InputError(
        `${this.label} decompresses to more than ${this.max} times its size and was rejected.`,
      );
    }
  }
}
