import { InputError, type ReadContext } from '../support/context.js';
import { FileBytes } from './file-bytes.js';
import { FileDigest } from './file-digest.js';
import { gunzip } from './gzip.js';
import type { InputFile } from './input-file.js';
import { refuseUnread, textBytes } from './text-bytes.js';
import { zipMembers } from './zip.js';

/**
 * Opens the files in order; each must be read (or skipped) before the next. The first bytes show whether a
 * file is plain, gzip or zip. `onBytes` adds up to the sizes on disk.
 */
export async function* openInputs(paths: readonly string[], context: ReadContext): AsyncGenerator<InputFile> {
  if (paths.length === 0) throw new InputError('Specify a file.');
  for (const path of paths) {
    const file = FileBytes.open(path);
    const { onFile, filePlaces } = context;
    file.place = filePlaces?.get(path);
    try {
      if (onFile) file.digest = new FileDigest(file);
      yield* openContainer(file, context);
      const { name, size: bytes, modifiedAt, digest } = file;
      if (digest) onFile?.({ path, name, bytes, modifiedAt, sha256: digest.finish() });
    } finally {
      file.close();
    }
  }
}

/** Size of the files on disk in bytes. Throws InputError if one cannot be opened. */
export async function totalBytes(paths: readonly string[]): Promise<number> {
  let total = 0;
  for (const path of paths) {
    const file = FileBytes.open(path);
    total += file.size;
    file.close();
  }
  return total;
}

/** Returns whether the file is compressed, so that its size does not indicate its content. */
export function isPacked(path: string): boolean {
  const file = FileBytes.open(path);
  const packed = formatOf(file) !== 'plain';
  file.close();
  return packed;
}

async function* openContainer(file: FileBytes, context: ReadContext): AsyncGenerator<InputFile> {
  let reported = 0;
  const onBytes = (bytes: number) => {
    reported += bytes;
    context.onBytes(bytes);
  };
  const format = formatOf(file);
  if (format === 'zip') {
    refuseUnread(file.name, file.read(0, HEAD_BYTES));
    for await (const member of zipMembers(file, context, onBytes)) yield inText(member, context);
  } else {
    const chunks = format === 'gzip' ? gunzip(file, context, onBytes) : plain(file, onBytes);
    yield inText(whole(file, chunks), context);
  }
  if (reported < file.size) context.onBytes(file.size - reported);
}

function formatOf(file: FileBytes): 'plain' | 'gzip' | 'zip' {
  const head = file.read(0, 4).toString('latin1');
  if (head.startsWith('\x1f\x8b')) return 'gzip';
  return head === 'PK\x03\x04' || head === 'PK\x05\x06' ? 'zip' : 'plain';
}

function whole(file: FileBytes, chunks: AsyncIterable<Buffer>): InputFile {
  const { name, place } = file;
  return { name, label: name, container: name, place, inArchive: false, chunks: () => chunks };
}

/** The same file with chunks in an encoding that all text readers support. */
function inText(file: InputFile, { warn }: ReadContext): InputFile {
  const { label, inArchive } = file;
  const report = (code: string) => warn(code, label);
  return { ...file, chunks: () => textBytes(label, file.chunks(), report, inArchive) };
}

const HEAD_BYTES = 2_048;

async function* plain(file: FileBytes, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  yield* file.pieces(0, file.size, onBytes);
}
