import type { IncomingMessage } from 'node:http';
import { ApiError, invalidParams } from '../../contract/errors.js';
import { HttpError } from '../errors.js';
import { MULTIPART, readMultipart } from './multipart.js';

const LARGEST_BODY_BYTES = 65_536;
/** A list of a thousand companies is sent to a page, once more with the choices among candidates. */
const LARGEST_FORM_BYTES = 1_048_576;
const CLOSING = ['Connection', 'close'];
/** An empty parameter is allowed (RFC 9110, 5.6.6). */
const UTF8_PARAMETERS = ['', 'charset=utf-8', 'charset="utf-8"'];

/** The JSON of a request's body. Throws the 415, the 413 and the 400. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type, 'content-encoding': coding, 'content-length': length } = request.headers;
  if (!isJsonInUtf8(type ?? '') || coding !== undefined) {
    const detail = 'This operation reads `application/json` in UTF-8, not compressed.';
    throw new HttpError('unsupported_media_type', detail, CLOSING);
  }
  if (Number(length ?? 0) > LARGEST_BODY_BYTES) throw tooLarge(LARGEST_BODY_BYTES);
  return parse(await readBytes(request, LARGEST_BODY_BYTES));
}

/**
 * The fields of a form that a page sent; with `takesFile` it may carry a file, as the text of its field. Throws the 415, the
 * 413 and the 400.
 */
export async function readForm(
  request: IncomingMessage,
  { takesFile = false }: { readonly takesFile?: boolean } = {},
): Promise<URLSearchParams> {
  const { 'content-type': type = '', 'content-encoding': coding, 'content-length': length } = request.headers;
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const read = takesFile ? [FORM, MULTIPART] : [FORM];
  if (!read.includes(media) || coding !== undefined) {
    const names = read.map((one) => `\`${one}\``).join(' or ');
    throw new HttpError('unsupported_media_type', `This page reads ${names}, not compressed.`, CLOSING);
  }
  if (Number(length ?? 0) > LARGEST_FORM_BYTES) throw tooLarge(LARGEST_FORM_BYTES);
  const bytes = await readBytes(request, LARGEST_FORM_BYTES);
  return media === MULTIPART
    ? readMultipart(request.headers, bytes)
    : new URLSearchParams(bytes.toString('utf8'));
}

/** The body as it is. Throws the 413 and the 400. */
export async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) throw tooLarge(LARGEST_BODY_BYTES);
  return readBytes(request, LARGEST_BODY_BYTES);
}

const FORM = 'application/x-www-form-urlencoded';

/** One pass over the text: a header of 16 KB costs no more than its length. */
function isJsonInUtf8(contentType: string): boolean {
  const [media, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const isUtf8 = (parameter: string) => UTF8_PARAMETERS.includes(parameter);
  return media === 'application/json' && parameters.every(isUtf8);
}

async function readBytes(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) throw tooLarge(most);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw unreadable('arrived incomplete.');
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable('must be JSON in UTF-8.');
  }
}

function tooLarge(most: number): HttpError {
  return new HttpError(
    'content_too_large',
    `The body may be ${most.toLocaleString('en-US')} bytes long.`,
    CLOSING,
  );
}

function unreadable(message: string): ApiError {
  return invalidParams({ parameter: 'body', message });
}
