import { createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry } from 'yauzl';
import { InputError } from '../support/context.js';
import { EndOfBits } from './bit-reader.js';
import { CHUNK_BYTES, inflateStream } from './decompress.js';
import type { FileBytes, ReadWindow } from './file-bytes.js';
import { Inflate64Error, inflate64 } from './inflate64.js';

/**
 * Members up to this size are decompressed in one call: a stream for each of a million small members would cost more than the
 * members.
 */
const SMALL_BYTES = 262_144;

interface MemberData {
  readonly file: FileBytes;
  readonly window: ReadWindow;
  readonly entry: Entry;
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly onBytes: (bytes: number) => void;
}

/** The member's bytes, by method 0 (stored), 8 (deflate) or 9 (Deflate64). Throws InputError on damaged data. */
export async function* inflateMember(member: MemberData): AsyncGenerator<Buffer> {
  try {
    yield* inflate(member);
  } catch (error) {
    throw memberFault(error, member.label);
  }
}

function inflate(member: MemberData): Iterable<Buffer> | AsyncIterable<Buffer> {
  const { file, start, end, onBytes, label } = member;
  const method = member.entry.compressionMethod;
  if (method === 8 && isSmall(member.entry)) return inflateAtOnce(member);
  const pieces = file.pieces(start, end, onBytes);
  if (method === 0) return pieces;
  if (method === 8) return inflateStream(pieces, createInflateRaw({ chunkSize: CHUNK_BYTES }));
  if (method === 9) return asBuffers(inflate64(() => pieces.next().value));
  throw new InputError(
    `${label} uses compression method ${method}; only stored, deflate and Deflate64 are supported.`,
  );
}

function isSmall(entry: Entry): boolean {
  return entry.compressedSize <= SMALL_BYTES && entry.uncompressedSize <= SMALL_BYTES * 16;
}

function* inflateAtOnce({ window, entry, start, onBytes }: MemberData): Generator<Buffer> {
  const packed = window.read(start, entry.compressedSize);
  onBytes(packed.length);
  yield inflateRawSync(packed, { maxOutputLength: entry.uncompressedSize + 1 });
}

function* asBuffers(pieces: Iterable<Uint8Array<ArrayBuffer>>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

function memberFault(error: unknown, label: string): unknown {
  if (error instanceof EndOfBits) return cut(label, error);
  if (error instanceof Inflate64Error) return damaged(label, error);
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'Z_BUF_ERROR') return cut(label, error);
  if (error.code === 'ERR_BUFFER_TOO_LARGE') {
    return new InputError(`${label} is damaged: it decompresses to more bytes than its directory states.`, {
      cause: error,
    });
  }
  return damaged(label, error);
}

function cut(label: string, cause: Error): InputError {
  return new InputError(`${label} is truncated within its compressed data.`, { cause });
}

function damaged(label: string, cause: Error): InputError {
  return new InputError(`${label} is damaged: ${cause.message.replace(/\.$/, '')}.`, { cause });
}
