import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import parseRange from 'range-parser';
import type { ServedFile } from '../operations/support/declare.js';
import { HttpError } from './errors.js';
import type { HttpExchange } from './http-exchange.js';

/** Bytes of a file, both ends included. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface FileAnswer {
  readonly status: 200 | 206;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  readonly stretch: Stretch;
}

/**
 * Parses `Range` and `If-Range` (RFC 9110, 14.2 and 13.1.5). Multiple ranges, and ranges of another version
 * of the file, return the whole file. Throws the 416.
 */
export function rangeOf({ headers }: IncomingMessage, etag: string, file: ServedFile): FileAnswer {
  const { bytes } = file;
  const described = [
    ...['Content-Type', file.type, 'Accept-Ranges', 'bytes'],
    ...['Content-Disposition', `attachment; filename="${file.name}"`],
  ];
  const range =
    headers.range === undefined || isOutdated(headers, etag) ? -2 : parseRange(bytes, headers.range);
  if (range === -1) {
    const detail = `The file is ${bytes.toLocaleString('en-US')} bytes long.`;
    throw new HttpError('range_not_satisfiable', detail, ['Content-Range', `bytes */${bytes}`]);
  }
  const [only, ...more] = range === -2 || range.type !== 'bytes' ? [] : range;
  if (only === undefined || more.length > 0) {
    const headers = [...described, 'Content-Length', String(bytes)];
    return { status: 200, headers, stretch: { start: 0, end: bytes - 1 } };
  }
  const { start, end } = only;
  const length = [
    'Content-Length',
    String(end - start + 1),
    'Content-Range',
    `bytes ${start}-${end}/${bytes}`,
  ];
  return { status: 206, headers: [...described, ...length], stretch: { start, end } };
}

/** HEAD returns headers only. A disconnected client is not an error. */
export async function sendFile(
  { request, response }: Pick<HttpExchange, 'request' | 'response'>,
  opened: FileHandle,
  { start, end }: Stretch,
): Promise<void> {
  if (request.method === 'HEAD' || end < start) {
    response.end();
    return;
  }
  const bytes = opened.createReadStream({ start, end, highWaterMark: CHUNK_BYTES, autoClose: false });
  try {
    await pipeline(bytes, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

const CHUNK_BYTES = 2 ** 18;

/** The strong ETag of another file. Dates never match, because none was sent. */
function isOutdated({ 'if-range': held }: IncomingMessage['headers'], etag: string): boolean {
  return held !== undefined && held !== etag;
}
