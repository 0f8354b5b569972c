import { InputError } from '../support/context.js';
import { packedKind, unreadKind } from './file-kind.js';

/** A file whose first bytes show that its format is unsupported. */
export class UnreadKindError extends InputError {}

/**
 * Converts UTF-16 to UTF-8, and line ends with CR alone to LF; other bytes are unchanged. Calls `report` with the conversion
 * made. Throws UnreadKindError for an unsupported format, except for a member of an archive, which its reader may not need
 * (`refuseUnread`).
 */
export async function* textBytes(
  label: string,
  chunks: AsyncIterable<Buffer>,
  report: (code: 'utf_16' | 'cr_line_ends') => void,
  inArchive = false,
): AsyncGenerator<Buffer> {
  let recode: ((chunk: Buffer | undefined) => Buffer) | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && !inArchive) refuseUnread(label, chunk);
    if (isFirst) recode = recodingOf(label, chunk, report);
    isFirst = false;
    yield recode ? recode(chunk) : chunk;
  }
  if (recode) yield recode(undefined);
}

/** Throws UnreadKindError if the first bytes are those of an unsupported format. */
export function refuseUnread(label: string, head: Buffer): void {
  const kind = unreadKind(head);
  if (kind) throw new UnreadKindError(`${label} is ${kind.name}; ${kind.advice}.`);
}

function recodingOf(label: string, head: Buffer, report: (code: 'utf_16' | 'cr_line_ends') => void) {
  if (packedKind(head))
    throw new InputError(`${label} is compressed twice; decompress it once and load the result.`);
  const utf16 = utf16Of(head);
  const start = utf16 ? Buffer.from(new TextDecoder(utf16).decode(head, { stream: true })) : head;
  const endsWithCr = start.includes(CARRIAGE_RETURN) && !start.includes(LINE_FEED);
  if (utf16) report('utf_16');
  if (endsWithCr) report('cr_line_ends');
  if (!utf16 && !endsWithCr) return undefined;
  const decoder = utf16 && new TextDecoder(utf16);
  return (chunk: Buffer | undefined): Buffer => {
    const bytes = decoder
      ? Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
      : Buffer.from(chunk ?? []);
    return endsWithCr ? withLineFeeds(bytes) : bytes;
  };
}

/** Detected by the byte order mark, or because every other byte of Latin text is zero. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const length = Math.min(head.length, PROBE_BYTES) & ~1;
  for (let at = 0; at < length; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = length * 0.4;
  if (length < 4) return undefined;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

function withLineFeeds(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf(CARRIAGE_RETURN); at >= 0; at = bytes.indexOf(CARRIAGE_RETURN, at + 1)) {
    bytes[at] = LINE_FEED;
  }
  return bytes;
}

const PROBE_BYTES = 1_024;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
