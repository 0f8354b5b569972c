import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { InputError, type ReadLimits } from '../context.js';
import { ExpansionGuard, refuseNested } from './decompress.js';
import { countBytes, type FileBytes, ReadWindow } from './file-bytes.js';
import type { InputFile } from './input-file.js';
import { inflateMember } from './zip-member.js';

/** The SEC's submissions.zip holds about a million members. */
const MOST_MEMBERS = 5_000_000;
const LOCAL_HEADER_BYTES = 30;

/**
 * The members of a zip in the order of its directory, folders left out. yauzl reads the directory (ZIP64 too);
 * sizes and CRC-32 of every member read are checked. Throws InputError where the file is cut or damaged.
 */
export async function* zipMembers(
  file: FileBytes,
  limits: ReadLimits,
  onBytes: (bytes: number) => void,
): AsyncGenerator<InputFile> {
  const zip = await openDirectory(file);
  if (zip.entryCount > MOST_MEMBERS) {
    throw new InputError(`${file.name} holds more than ${MOST_MEMBERS.toLocaleString('en-US')} members.`);
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
  /** Over all members: overlapping members must not add up to a bomb either. */
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
  for await (const chunk of refuseNested(label, chunks)) {
    own.gave(chunk.length);
    total.gave(chunk.length);
    size += chunk.length;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.uncompressedSize) {
    throw new InputError(
      `${label} is damaged: it unpacks to ${countBytes(size)} and should to ${countBytes(entry.uncompressedSize)}.`,
    );
  }
  if (checksum !== entry.crc32) throw new InputError(`${label} is damaged: its CRC-32 does not fit.`);
}

function dataStart({ file, window, entry, label }: Member): number {
  const header = window.read(entry.relativeOffsetOfLocalHeader, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== 0x04034b50) {
    throw new InputError(`${label} is damaged: the directory points to no member.`);
  }
  if (entry.isEncrypted()) throw new InputError(`${label} is encrypted, which is not read.`);
  const start =
    entry.relativeOffsetOfLocalHeader +
    LOCAL_HEADER_BYTES +
    header.readUInt16LE(26) +
    header.readUInt16LE(28);
  if (start + entry.compressedSize > file.size) {
    throw new InputError(
      `${label} ends in the middle: it needs ${countBytes(start + entry.compressedSize)} of the file's ${countBytes(file.size)}.`,
    );
  }
  return start;
}

async function openDirectory(file: FileBytes): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false };
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(new DirectoryReader(file), file.size, options, (error, zip) => {
      if (error) reject(directoryFault(error, file));
      else resolve(zip);
    });
  });
}

async function* entriesOf(zip: ZipFile, file: FileBytes): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw error instanceof InputError ? error : directoryFault(error, file);
  }
}

function directoryFault(error: unknown, file: FileBytes): InputError {
  const message = error instanceof Error ? error.message : String(error);
  const cut = /end of central directory record signature/i.test(message);
  return new InputError(
    cut
      ? `${file.name} ends in the middle: its ${countBytes(file.size)} hold no zip directory.`
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
