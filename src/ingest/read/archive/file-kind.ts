/** An unsupported format, and what the user can do. */
export interface FileKind {
  /** Completes `x.csv is …`. */
  readonly name: string;
  readonly advice: string;
}

const UNPACK = 'decompress it and use the file inside';
const SAVE_AS_CSV = 'save it as CSV (UTF-8) and use that file';
const DOWNLOAD_AGAIN = 'download the file again';

/** `name`, `advice`, and the bytes at offset `at` (default: 0), in Latin-1. */
const SIGNATURES: readonly (readonly [name: string, advice: string, bytes: string, at?: number])[] = [
  [
    'an old Excel workbook (.xls) or an encrypted Office document',
    SAVE_AS_CSV,
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  ],
  ['compressed with xz', UNPACK, '\xfd7zXZ\x00'],
  ['compressed with zstd', UNPACK, '\x28\xb5\x2f\xfd'],
  ['compressed with lz4', UNPACK, '\x04\x22\x4d\x18'],
  ['compressed with compress (.Z)', UNPACK, '\x1f\x9d'],
  ['a 7z archive', UNPACK, '7z\xbc\xaf\x27\x1c'],
  ['a RAR archive', UNPACK, 'Rar!\x1a\x07'],
  ['a tar archive', UNPACK, 'ustar', 257],
  ['a PDF document', 'look for the publisher’s CSV or text file', '%PDF-'],
  ['an SQLite database', 'export its table as CSV', 'SQLite format 3\x00'],
  ['a Parquet file', 'convert it to CSV', 'PAR1\x15'],
  ['a PNG image', DOWNLOAD_AGAIN, '\x89PNG\r\n'],
  ['a JPEG image', DOWNLOAD_AGAIN, '\xff\xd8\xff'],
  ['an RTF document', SAVE_AS_CSV, '{\\rtf'],
  ['in UTF-32', 'convert it to UTF-8', '\xff\xfe\x00\x00'],
  ['in UTF-32', 'convert it to UTF-8', '\x00\x00\xfe\xff'],
];

const PATTERNS: readonly (readonly [name: string, advice: string, pattern: RegExp])[] = [
  ['compressed with bzip2', UNPACK, /^BZh[1-9]1AY&SY/],
  [
    'a Git LFS pointer',
    'run `git lfs pull` in its repository',
    /^version https:\/\/git-lfs\.github\.com\/spec\//,
  ],
  ['an error message of a download server', DOWNLOAD_AGAIN, /^\s*(?:<\?xml[^>]*>\s*)?<Error>\s*<Code>/],
  [
    'a web page (HTML)',
    DOWNLOAD_AGAIN,
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i,
  ],
];

/** First members of Office archives. */
const OFFICE_MEMBER = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|word\/|ppt\/)/;

const HEAD_BYTES = 2_048;

/** Returns the format of a file by its first bytes if it is unsupported, else `undefined`. */
export function unreadKind(bytes: Buffer): FileKind | undefined {
  if (bytes.length === 0) return undefined;
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const office = officeKind(head);
  if (office) return office;
  const signature = SIGNATURES.find(([, , mark, at = 0]) => head.startsWith(mark, at));
  const text = head.replace(/^\xef\xbb\xbf/, '');
  const [name, advice] = signature ?? PATTERNS.find(([, , pattern]) => pattern.test(text)) ?? [];
  if (name !== undefined && advice !== undefined) return { name, advice };
  return undefined;
}

/** A zip or gzip file, for readers that do not decompress. */
export function packedKind(bytes: Buffer): FileKind | undefined {
  const head = bytes.toString('latin1', 0, 4);
  if (head.startsWith('\x1f\x8b')) return { name: 'compressed with gzip', advice: UNPACK };
  return isZip(bytes) ? { name: 'a zip archive', advice: UNPACK } : undefined;
}

export function isZip(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
}

function officeKind(head: string): FileKind | undefined {
  if (!head.startsWith('PK\x03\x04')) return undefined;
  const length = head.charCodeAt(26) + 256 * head.charCodeAt(27);
  const member = head.slice(30, 30 + length);
  if (OFFICE_MEMBER.test(member))
    return { name: 'an Excel workbook or another Office document', advice: SAVE_AS_CSV };
  if (member === 'mimetype' && head.includes('application/vnd.oasis.opendocument')) {
    return { name: 'an OpenDocument file', advice: SAVE_AS_CSV };
  }
  return undefined;
}
