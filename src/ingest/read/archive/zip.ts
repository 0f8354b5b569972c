import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { InputError, type ReadContext, type ReadLimits } from '../support/context.js';
import { ExpansionGuard } from './decompress.js';
import { countBytes, type FileBytes, ReadWindow } from './file-bytes.js';
import type { InputFile } from './input-file.js';
import { inflateMember } from './zip-member.js';

/** The SEC's submissions.zip has about a million members. */
const MAX_MEMBERS = 5_000_000;
const LOCAL_HEADER_BYTES = 30;

/**
 * Yields the members of a zip in directory order, without folders. yauzl reads the directory (including
 * ZIP64); size and CRC-32 of every member read are verified. Throws InputError if the file is truncated or
 * damaged.
 */
export async function* zipMembers(
  file: FileBytes,
  { limits, warn }: Pick<ReadContext, 'limits' | 'warn'>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<InputFile> {
  const zip = await openDirectory(file, warn);
  if (zip.entryCount > MAX_MEMBERS) {
    throw new InputError(`${file.name} contains more than ${MAX_MEMBERS.toLocaleString('en-US')} members.`);
  }
  const total = new ExpansionGuard(file.name, limits.maxExpansion);
  total.took(file.size);
  const window = new ReadWindow(file);
  for await (const entry of entriesOf(zip, file)) {
    if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue;
    const label = `${file.name} (${entry.fileName})`;
    const read = () => memberChunks({ file, window, entry, label, limits, total, onBytes });
    const { name: container, place } = file;
    yield { name: entry.fileName, label, container, place, inArchive: true, chunks: read };
  }
}

interface Member {
  readonly file: FileBytes;
  readonly window: ReadWindow;
  readonly entry: Entry;
  readonly label: string;
  readonly limits: ReadLimits;
  /** Over all members, so that overlapping members cannot add up to a bomb. */
  readonly total: ExpansionGuard;
  readonly onBytes: (bytes: number) => void;
}

async function* memberChunks(member: Member): AsyncGenerator<Buffer> {
  const { entry, label, total, limits } = member;
  const own = new ExpansionGuard(label, limits.maxExpansion);
  own.took(entry.compressedSize);
  const start = dataStart(member);
  let size = 0;
  let checksum = 0;
  const chunks = inflateMember({ ...member, start, end: start + entry.compressedSize });
  for await (const chunk of chunks) {
    own.gave(chunk.length);
    total.gave(chunk.length);
    size += chunk.length;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.uncompressedSize) {
    throw new InputError(
      `${label} is damaged: it decompresses to ${countBytes(size)} instead of ${countBytes(entry.uncompressedSize)}.`,
    );
  }
  if (checksum !== entry.crc32) throw new InputError(`${label} is damaged: its CRC-32 does not match.`);
}

function dataStart({ file, window, entry, label }: Member): number {
  const header = window.read(entry.relativeOffsetOfLocalHeader, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== 0x04034b50) {
    throw new InputError(`${label} is damaged: its directory entry does not point to a member.`);
  }
  if (entry.isEncrypted()) throw new InputError(`${label} is encrypted; decrypt it and use the result.`);
  const start =
    entry.relativeOffsetOfLocalHeader +
    LOCAL_HEADER_BYTES +
    header.readUInt16LE(26) +
    header.readUInt16LE(28);
  if (start + entry.compressedSize > file.size) {
    throw new InputError(
      `${label} is truncated: it needs ${countBytes(start + entry.compressedSize)} of the file's ${countBytes(file.size)}.`,
    );
  }
  return start;
}

/** Bytes after the end of the archive are ignored with the warning `trailing_bytes`, as in unzip. */
async function openDirectory(file: FileBytes, warn: ReadContext['warn']): Promise<ZipFile> {
  try {
    return await openUpTo(file, file.size);
  } catch (error) {
    const end = archiveEnd(file);
    if (end === undefined) throw directoryFault(error, file);
    warn('trailing_bytes', `${file.name}: ${countBytes(file.size - end)} after its end were ignored`);
    return await openUpTo(file, end).catch((fault) => Promise.reject(directoryFault(fault, file)));
  }
}

async function openUpTo(file: FileBytes, end: number): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false };
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(new DirectoryReader(file), end, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
}

/** The end of the archive if bytes follow it: after the last end record whose directory is at its stated position. */
function archiveEnd(file: FileBytes): number | undefined {
  const last = lastNonZero(file) + END_RECORD_BYTES;
  const from = Math.max(0, last - MAX_TRAILING_BYTES);
  const bytes = file.read(from, last - from);
  for (
    let at = bytes.lastIndexOf(END_RECORD);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(END_RECORD, at - 1)
  ) {
    if (at + END_RECORD_BYTES > bytes.length) continue;
    const end = from + at + END_RECORD_BYTES + bytes.readUInt16LE(at + 20);
    const directory = bytes.readUInt32LE(at + 16);
    const isThere = directory === 0xffff_ffff || file.read(directory, 4).equals(DIRECTORY_ENTRY);
    if (end < file.size && isThere) return end;
  }
  return undefined;
}

function lastNonZero(file: FileBytes): number {
  for (let end = file.size; end > 0; end -= MAX_TRAILING_BYTES) {
    const start = Math.max(0, end - MAX_TRAILING_BYTES);
    const bytes = file.read(start, end - start);
    for (let at = bytes.length - 1; at >= 0; at -= 1) if (bytes[at] !== 0) return start + at;
  }
  return 0;
}

const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
const END_RECORD_BYTES = 22;
/** Excludes trailing zeros, which pad to a block. */
const MAX_TRAILING_BYTES = 1_048_576;

async function* entriesOf(zip: ZipFile, file: FileBytes): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw error instanceof InputError ? error : directoryFault(error, file);
  }
}

function directoryFault(error: unknown, file: FileBytes): InputError {
  const message = error instanceof Error ? error.message : String(error);
  const cut = /end of central directory record signature|comment length/i.test(message);
  return new InputError(
    cut
      ? `${file.name} is truncated: its ${countBytes(file.size)} contain no zip directory.`
      : `${file.name} is damaged: ${message.replace(/\.$/, '')}.`,
    { cause: error },
  );
}

/** Serves yauzl's many small reads of the directory from memory. */
class DirectoryReader extends RandomAccessReader {
  readonly #window: ReadWindow;

  constructor(file: FileBytes) {
    super();
    this.#window = new ReadWindow(file);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const bytes = this.#window.read(position, length);
    bytes.copy(buffer, offset);
    const fault = bytes.length < length ? new Error('unexpected end of the directory') : null;
    queueMicrotask(() => callback(fault));
  }
}
