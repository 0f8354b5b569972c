import { createWriteStream } from 'node:fs';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isPrivateHost, publicLookup } from '../../platform/private-addresses.js';
import type { DownloadedFile, Validators } from './downloaded-file.js';
import { IntakeFault, limitedBody, PERIODS, requireRoom } from './intake-limits.js';
import type { Fault } from './retry.js';

/** A gzip response is stored compressed; readers detect it by its first bytes. */
const READ_CODINGS = ['identity', 'gzip', 'x-gzip'];

interface DownloadOptions extends RequestOptions {
  /** Maximum file size. */
  readonly maxBytes?: number | undefined;
  /** See `givenUpAt`. */
  readonly until: number;
}

/** The outcome of one attempt to fetch a file. */
type Outcome =
  | { readonly kind: 'fetched'; readonly validators: Validators }
  | { readonly kind: 'unchanged'; readonly validators: Validators }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly part: Validators | undefined };

/**
 * Requests the file, only if it changed since `known`, and from the middle if `part` contains its start after an interrupted
 * attempt. node:http reports a body shorter than its Content-Length.
 */
export async function download(
  url: string,
  file: DownloadedFile,
  known: Validators | undefined,
  part: Validators | undefined,
  options: DownloadOptions,
): Promise<Outcome> {
  const offset = part === undefined ? 0 : await file.partBytes();
  const headers = { ...options.headers, ...(offset > 0 ? rangeOf(part, offset) : conditionsOf(known)) };
  try {
    const answer = await request(url, { ...options, headers });
    if (answer.statusCode === 304 && known !== undefined) {
      // The response has no body, so its connection can serve the next request.
      answer.resume();
      return { kind: 'unchanged', validators: known };
    }
    return await save(answer, file, offset, part, options);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error), part);
  }
}

async function save(
  answer: IncomingMessage,
  file: DownloadedFile,
  offset: number,
  part: Validators | undefined,
  { idleTimeoutMs, maxBytes: max, until }: DownloadOptions,
): Promise<Outcome> {
  const isRest = answer.statusCode === 206 && startOf(answer) === offset && offset > 0;
  if (answer.statusCode !== 200 && !isRest) return refused(answer, part);
  const coding = answer.headers['content-encoding'] ?? 'identity';
  if (!READ_CODINGS.includes(coding)) {
    answer.destroy();
    return failed(`the response has the unexpected encoding ${coding}`, undefined);
  }
  const validators = validatorsOf(answer);
  try {
    await requireRoom(file.partPath, Number(answer.headers['content-length'] ?? 0), max);
    const from = isRest ? offset : 0;
    const body = limitedBody(file.partPath, { periodMs: PERIODS * idleTimeoutMs, until, max, from });
    await pipeline(answer, body, createWriteStream(file.partPath, { flags: isRest ? 'a' : 'w' }));
  } catch (error) {
    answer.destroy();
    if (error instanceof IntakeFault) return finallyFailed(error.message);
    const message = error instanceof Error ? error.message : String(error);
    return failed(`the response was cut off (${message})`, resumable(validators));
  }
  return { kind: 'fetched', validators };
}

function refused(answer: IncomingMessage, part: Validators | undefined): Outcome {
  // The body is not read: it could be endless.
  answer.destroy();
  const status = answer.statusCode;
  const reason = `the server returned ${status}`;
  // If the range is rejected, the download restarts.
  if (isRangeFault(status)) return failed(reason, undefined);
  return { kind: 'failed', fault: { reason, status, retryAfter: answer.headers['retry-after'] }, part };
}

function isRangeFault(status: number | undefined): boolean {
  return status === 206 || status === 416;
}

function failed(reason: string, part: Validators | undefined): Outcome {
  return { kind: 'failed', fault: { reason, status: undefined, retryAfter: undefined }, part };
}

function finallyFailed(reason: string): Outcome {
  const fault = { reason, status: undefined, retryAfter: undefined, isFinal: true };
  return { kind: 'failed', fault, part: undefined };
}

function validatorsOf({ headers }: IncomingMessage): Validators {
  return { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
}

/** Only a strong ETag proves that the remainder belongs to the downloaded start (RFC 9110 13.1.5). */
function resumable(validators: Validators): Validators | undefined {
  return validators.etag !== null && !validators.etag.startsWith('W/') ? validators : undefined;
}

function rangeOf(part: Validators | undefined, offset: number): Record<string, string> {
  return part?.etag ? { range: `bytes=${offset}-`, 'if-range': part.etag } : {};
}

function conditionsOf(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

function startOf({ headers }: IncomingMessage): number | undefined {
  const match = /^bytes (\d+)-/.exec(headers['content-range'] ?? '');
  return match ? Number(match[1]) : undefined;
}

const MAX_REDIRECTS = 5;

interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** For the requested host only, not redirect targets: tokens. */
  readonly ownHeaders?: Readonly<Record<string, string>>;
  /** Query parameters for the requested host only; never in stored or reported URLs. */
  readonly ownParameters?: Readonly<Record<string, string>>;
  /** The connection is closed if no byte arrives for this time. */
  readonly idleTimeoutMs: number;
  /** Waits until the host may be requested; called for every request, including redirects. */
  readonly turn: (host: string) => Promise<void>;
}

/**
 * Returns the response to a GET, with its body unread and still compressed. Follows redirects, but never from a public host to
 * a private address.
 */
async function request(url: string, options: RequestOptions): Promise<IncomingMessage> {
  let target = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    await options.turn(target.host);
    const isOwn = target.host === new URL(url).host;
    const headers = isOwn ? { ...options.headers, ...options.ownHeaders } : options.headers;
    const lookup = isOwn || isPrivateHost(new URL(url).hostname) ? undefined : publicLookup;
    if (lookup && isPrivateHost(target.hostname))
      throw new Error(`it redirects to a private address (${target.host})`);
    const address = isOwn ? withParameters(target, options) : target;
    const answer = await send(address, { ...options, headers }, lookup);
    const location = answer.headers.location;
    if (!isRedirect(answer.statusCode) || location === undefined) return answer;
    answer.destroy();
    target = follow(target, location);
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
}

function withParameters(url: URL, { ownParameters = {} }: RequestOptions): URL {
  const sent = new URL(url);
  for (const [name, value] of Object.entries(ownParameters)) sent.searchParams.set(name, value);
  return sent;
}

function send(
  url: URL,
  { headers, idleTimeoutMs }: RequestOptions,
  lookup: LookupFunction | undefined,
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers, ...(lookup && { lookup }) });
    const lateMs = PERIODS * idleTimeoutMs;
    const late = setTimeout(() => {
      sent.destroy(new Error(`no response within ${lateMs / 1000} seconds`));
    }, lateMs);
    sent.setTimeout(idleTimeoutMs, () => {
      sent.destroy(new Error(`no data received for ${idleTimeoutMs / 1000} seconds`));
    });
    sent.on('response', resolve);
    sent.on('error', (error) => reject(withoutNetwork(error) ?? error));
    for (const end of ['response', 'error']) sent.on(end, () => clearTimeout(late));
  });
}

/** Describes a DNS error; `undefined` for any other error. */
export function withoutNetwork(error: Error): Error | undefined {
  const { code, hostname } = error as Error & { readonly code?: string; readonly hostname?: string };
  if (code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return undefined;
  return new Error(`cannot resolve ${hostname}: no network or DNS`, { cause: error });
}

function follow(from: URL, location: string): URL {
  const to = new URL(location, from);
  if (to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')) return to;
  throw new Error(`it redirects from ${from.protocol}// to ${to.protocol}//`);
}

function isRedirect(status: number | undefined): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}
