import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError } from '../support/context.js';
import type { FileDigest } from './file-digest.js';

/** Opens a pipe without waiting for its writer, so that it can be refused. Windows has no such flag. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;

/** Bytes read from disk at once. */
const PIECE_BYTES = 131_072;

/** A file on disk, or bytes in memory, read by position. Reading is synchronous: readers of files run outside the serving event loop. */
export class FileBytes {
  /** Receives each piece that is read. */
  digest: FileDigest | undefined;
  /** Position among the run's files; `undefined` if the run has one only. */
  place: number | undefined;

  private constructor(
    /** The file's name without its folder, for messages. */
    readonly name: string,
    readonly size: number,
    /** Milliseconds since 1970. */
    readonly modifiedAt: number,
    private readonly content: number | Buffer,
  ) {}

  /** Throws InputError if the file does not exist or is a folder. */
  static open(path: string): FileBytes {
    const name = basename(path);
    const descriptor = tryOpen(path);
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return new FileBytes(name, stat.size, stat.mtimeMs, descriptor);
    closeSync(descriptor);
    throw new InputError(
      `${name} is ${stat.isDirectory() ? 'a folder' : 'not a regular file'}; specify the files.`,
    );
  }

  /** Bytes in memory, under a name for messages. */
  static of(name: string, bytes: Buffer): FileBytes {
    return new FileBytes(name, bytes.length, 0, bytes);
  }

  /** Returns a new buffer; shorter than requested only at the end of the file. */
  read(position: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.size - position)));
    if (typeof this.content !== 'number') {
      this.content.copy(buffer, 0, position);
      return buffer;
    }
    for (let filled = 0; filled < buffer.length; ) {
      const count = readSync(this.content, buffer, filled, buffer.length - filled, position + filled);
      if (count === 0) throw new InputError(`${this.name} was truncated while it was being read.`);
      filled += count;
    }
    return buffer;
  }

  /** The bytes from `start` up to `end` in pieces; calls `onBytes` for each. */
  *pieces(start: number, end: number, onBytes: (bytes: number) => void): Generator<Buffer, undefined> {
    for (let position = start; position < end; ) {
      const piece = this.read(position, Math.min(PIECE_BYTES, end - position));
      if (piece.length === 0) return;
      this.digest?.take(position, piece);
      position += piece.length;
      onBytes(piece.length);
      yield piece;
    }
  }

  close(): void {
    if (typeof this.content === 'number') closeSync(this.content);
  }
}

/** Many small reads at near positions, served from one large read. */
export class ReadWindow {
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly file: FileBytes) {}

  /** Shorter than requested only at the end of the file. */
  read(position: number, length: number): Buffer {
    if (position < this.#start || position + length > this.#start + this.#bytes.length) {
      this.#start = position;
      this.#bytes = this.file.read(position, Math.max(length, PIECE_BYTES));
    }
    const offset = position - this.#start;
    return this.#bytes.subarray(offset, offset + length);
  }
}

/** `1,234 bytes`. */
export function countBytes(bytes: number): string {
  return `${bytes.toLocaleString('en-US')} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

function tryOpen(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | NOT_WAITING);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new InputError(`${path} does not exist.`, { cause: error });
    throw new InputError(`${path} cannot be opened (${String(code)}).`, { cause: error });
  }
}
