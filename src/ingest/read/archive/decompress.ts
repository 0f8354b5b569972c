import { pipeline, Readable, type Transform } from 'node:stream';
import { InputError } from '../support/context.js';

/** Output size before the compression ratio is checked; short files of spaces are not bombs. */
const FREE_BYTES = 1_048_576;
/** The `chunkSize` of zlib streams. */
export const CHUNK_BYTES = 262_144;

/** Feeds the pieces through one of node's zlib streams. Errors of the stream are thrown as they are. */
export async function* inflateStream(pieces: Iterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  // The stream that is read below throws every error; the callback only marks them as seen.
  pipeline(Readable.from(pieces), transform, () => undefined);
  for await (const chunk of transform) yield chunk as Buffer;
}

/** Refuses a file that unpacks to far more than it is. */
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
      throw new InputError(`${this.label} unpacks to more than ${this.max} times its size, and is refused.`);
    }
  }
}
