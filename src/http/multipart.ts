import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { type ApiError, invalidParams } from '../contract/errors.js';
import { withDeadline } from '../platform/deadline.js';

export const MULTIPART = 'multipart/form-data';

/** Page forms have few fields; a list of a thousand rows has one more per choice. */
const MAX_FIELDS = 1_100;
const MAX_NAME_BYTES = 100;
/** The parser never finishes a skipped part of 16 KiB or more, such as one without a name. */
const PARSED_WITHIN_MS = 2_000;

/** A file in a form. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The fields of a form and its file, if not empty. */
export interface SentForm {
  readonly fields: URLSearchParams;
  readonly file?: SentFile;
}

/** Parses a form that may contain a file. The caller limits its size. Throws the 400. */
export async function readMultipart(
  headers: IncomingMessage['headers'],
  bytes: Buffer<ArrayBuffer>,
): Promise<SentForm> {
  const fields = new URLSearchParams();
  const files: Promise<void>[] = [];
  let file: SentFile | undefined;
  let isCut = false;
  try {
    const parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: bytes.length,
        fields: MAX_FIELDS,
        files: 1,
        parts: MAX_FIELDS + 1,
      },
    });
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      isCut ||= isNameCut || isValueCut;
      fields.append(name, value);
    });
    parser.on('file', (_, stream, name) => {
      const read = stream.toArray().then((chunks) => {
        const bytes = Buffer.concat(chunks as Buffer[]);
        if (bytes.length > 0) file = { name: name || 'the file', bytes };
      });
      // A truncated form ends the parser first; its files are not awaited.
      read.catch(() => undefined);
      files.push(read);
    });
    await withDeadline(PARSED_WITHIN_MS, (signal) => {
      const parsed = new Promise<void>((resolve, reject) => {
        parser.on('finish', resolve).on('error', reject);
        for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
          parser.on(limit, () => {
            isCut = true;
            reject(new RangeError(limit));
          });
        }
        signal.addEventListener('abort', reject);
      });
      Readable.from([bytes]).pipe(parser);
      return parsed;
    });
    await Promise.all(files);
  } catch {
    if (!isCut) throw unreadable('must be a complete form of a page.');
  }
  if (isCut) throw unreadable('has more fields than a form of these pages.');
  return { fields, ...(file && { file }) };
}

function unreadable(message: string): ApiError {
  return invalidParams({ parameter: 'body', message });
}
