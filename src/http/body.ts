import { ApiError, invalidParams } from '../contract/errors.js';
import { HttpError } from './errors.js';
import type { HttpExchange } from './http-exchange.js';
import { MULTIPART, readMultipart, type SentForm } from './multipart.js';

const MAX_BODY_BYTES = 65_536;
const CLOSING = ['Connection', 'close'];
/** An empty parameter is allowed (RFC 9110, 5.6.6). */
const UTF8_PARAMETERS = ['', 'charset=utf-8', 'charset="utf-8"'];

/** The part of a request that its body is read from. */
type Sent = Pick<HttpExchange, 'request' | 'holdBody'>;

/** Returns the JSON of a request's body. Throws the 415, 413, 503 and 400. */
export async function readJsonBody(exchange: Sent, maxBytes?: number): Promise<unknown> {
  const { 'content-type': type, 'content-encoding': coding } = exchange.request.headers;
  if (!isJsonInUtf8(type ?? '') || coding !== undefined) {
    const detail = 'This operation accepts `application/json` in UTF-8, uncompressed.';
    throw new HttpError('unsupported_media_type', detail, CLOSING);
  }
  return parse(await readBody(exchange, maxBytes));
}

interface FormLimits {
  readonly maxBytes: number;
  /** The form may carry a file. */
  readonly takesFile?: boolean;
}

/** Returns a form that a page sent. Throws the 415, 413, 503 and 400. */
export async function readForm(
  exchange: Sent,
  { maxBytes, takesFile = false }: FormLimits,
): Promise<SentForm> {
  const { headers } = exchange.request;
  const { 'content-type': type = '', 'content-encoding': coding } = headers;
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const read = takesFile ? [FORM, MULTIPART] : [FORM];
  if (!read.includes(media) || coding !== undefined) {
    const names = read.map((one) => `\`${one}\``).join(' or ');
    throw new HttpError('unsupported_media_type', `This page accepts ${names}, uncompressed.`, CLOSING);
  }
  const bytes = await readBody(exchange, maxBytes);
  if (media === MULTIPART) return readMultipart(headers, bytes);
  return { fields: new URLSearchParams(bytes.toString('utf8')) };
}

/**
 * Returns the body as it is. Its announced length is checked against `maxBytes` and the server's budget before the first
 * byte is read; a body without a length is checked as it arrives. Throws the 413, 503 and 400.
 */
export async function readBody(exchange: Sent, maxBytes = MAX_BODY_BYTES): Promise<Buffer<ArrayBuffer>> {
  const { request } = exchange;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  exchange.holdBody(announced + sizeOf(request.rawHeaders));
  const chunks: Buffer[] = [];
  let bytes = 0;
  let held = announced;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      if (bytes > held) exchange.holdBody(bytes - held);
      held = Math.max(held, bytes);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw unreadable('arrived incomplete.');
  }
  return Buffer.concat(chunks);
}

/** A request that waits for its body keeps its headers in memory. */
function sizeOf(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, 0);
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

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable('must be JSON in UTF-8.');
  }
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(
    'content_too_large',
    `The body may have at most ${maxBytes.toLocaleString('en-US')} bytes.`,
    CLOSING,
  );
}

function unreadable(message: string): ApiError {
  return invalidParams({ parameter: 'body', message });
}
