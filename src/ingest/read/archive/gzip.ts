import { crc32, createInflateRaw } from 'node:zlib';
import { InputError, type ReadContext } from '../support/context.js';
import { CHUNK_BYTES, ExpansionGuard, inflateStream } from './decompress.js';
import { countBytes, type FileBytes } from './file-bytes.js';

const FIXED_HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
/** Names and comments in a header are short. */
const MAX_HEADER_BYTES = 131_072;

/**
 * Yields the uncompressed bytes of a gzip file with one or more members (RFC 1952). Bytes after the last
 * member are ignored with the warning `trailing_bytes`, as by gzip(1). Throws InputError if the file is
 * truncated or damaged.
 */
export async function* gunzip(
  file: FileBytes,
  context: ReadContext,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const guard = new ExpansionGuard(file.name, context.limits.maxExpansion);
  let read = 0;
  const onPiece = (end: number) => {
    if (end <= read) return;
    guard.took(end - read);
    onBytes(end - read);
    read = end;
  };
  for (let position = 0; position < file.size; ) {
    const start = dataStart(file, position);
    if (start === undefined) {
      context.warn(
        'trailing_bytes',
        `${file.name}: ${countBytes(file.size - position)} after its end were ignored`,
      );
      return;
    }
    const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
    let checksum = 0;
    let size = 0;
    try {
      for await (const chunk of inflateStream(pieces(file, start, onPiece), inflate)) {
        guard.gave(chunk.length);
        checksum = crc32(chunk, checksum);
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw gzipFault(error, file);
    }
    position = start + inflate.bytesWritten;
    checkTrailer(file, position, checksum, size);
    position += TRAILER_BYTES;
  }
}

function* pieces(file: FileBytes, start: number, onPiece: (end: number) => void): Generator<Buffer> {
  let end = start;
  for (const piece of file.pieces(start, file.size, () => undefined)) {
    end += piece.length;
    onPiece(end);
    yield piece;
  }
}

/**
 * Returns the start of the compressed data of the member at `position`, or `undefined` if no member starts there. Throws if its
 * header is truncated.
 */
function dataStart(file: FileBytes, position: number): number | undefined {
  const header = file.read(position, MAX_HEADER_BYTES);
  if (!startsMember(header)) return undefined;
  if (header.length < FIXED_HEADER_BYTES) throw cut(file);
  const flags = header[3] ?? 0;
  let at = FIXED_HEADER_BYTES;
  if (flags & HAS_EXTRA) at += 2 + (header.length < at + 2 ? header.length : header.readUInt16LE(at));
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & flag)) continue;
    const end = header.indexOf(0, at);
    if (end < 0) throw cut(file);
    at = end + 1;
  }
  if (flags & HAS_CHECKSUM) at += 2;
  if (at > header.length) throw cut(file);
  return position + at;
}

/** A truncated header matches as far as it goes. */
function startsMember(header: Buffer): boolean {
  return MAGIC.every((byte, place) => place >= header.length || header[place] === byte);
}

function checkTrailer(file: FileBytes, position: number, checksum: number, size: number): void {
  const trailer = file.read(position, TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES) throw cut(file);
  if (trailer.readUInt32LE(0) !== checksum)
    throw new InputError(`${file.name} is damaged: incorrect data check.`);
  if (trailer.readUInt32LE(4) !== size % 2 ** 32) {
    throw new InputError(`${file.name} is damaged: incorrect length check.`);
  }
}

function gzipFault(error: unknown, file: FileBytes): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'Z_BUF_ERROR') return cut(file, error);
  return new InputError(`${file.name} is damaged: ${error.message}.`, { cause: error });
}

function cut(file: FileBytes, cause?: Error): InputError {
  return new InputError(
    `${file.name} is truncated: its ${countBytes(file.size)} are not a complete gzip file.`,
    { cause },
  );
}

const MAGIC = [0x1f, 0x8b, 8];
const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
