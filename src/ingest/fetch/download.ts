import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { IntakeFault, limitedBody, PERIODS, requireRoom } from './intake-limits.js';
import type { KeptFile, Validators } from './kept-file.js';
import { type RequestOptions, request } from './request.js';
import type { Fault } from './retry.js';

/** A gzip answer is kept as it is: the readers tell it by its first bytes. */
const READ_CODINGS = ['identity', 'gzip', 'x-gzip'];

export interface DownloadOptions extends RequestOptions {
  /** The largest file that is taken. */
  readonly mostBytes?: number | undefined;
  /** As `givenUpAt` says. */
  readonly until: number;
}

/** One try of one file. */
export type Outcome =
  | { readonly kind: 'fetched'; readonly validators: Validators }
  | { readonly kind: 'unchanged'; readonly validators: Validators }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly part: Validators | undefined };

/**
 * Asks for the file, only if it has changed since `known`, and from the middle where `part` says that a broken try
 * left its beginning. A body shorter than its Content-Length breaks off, as node:http tells.
 */
export async function download(
  url: string,
  file: KeptFile,
  known: Validators | undefined,
  part: Validators | undefined,
  options: DownloadOptions,
): Promise<Outcome> {
  const offset = part === undefined ? 0 : await file.partBytes();
  const headers = { ...options.headers, ...(offset > 0 ? rangeOf(part, offset) : conditionsOf(known)) };
  try {
    const answer = await request(url, { ...options, headers });
    if (answer.statusCode === 304 && known !== undefined) {
      // It has no body, so its connection serves the next request.
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
  file: KeptFile,
  offset: number,
  part: Validators | undefined,
  { idleTimeoutMs, mostBytes: most, until }: DownloadOptions,
): Promise<Outcome> {
  const isRest = answer.statusCode === 206 && startOf(answer) === offset && offset > 0;
  if (answer.statusCode !== 200 && !isRest) return refused(answer, part);
  const coding = answer.headers['content-encoding'] ?? 'identity';
  if (!READ_CODINGS.includes(coding)) {
    answer.destroy();
    return failed(`it packed its answer as ${coding}, which was not asked for`, undefined);
  }
  const validators = validatorsOf(answer);
  try {
    await requireRoom(file.partPath, Number(answer.headers['content-length'] ?? 0), most);
    const from = isRest ? offset : 0;
    const body = limitedBody(file.partPath, { periodMs: PERIODS * idleTimeoutMs, until, most, from });
    await pipeline(answer, body, createWriteStream(file.partPath, { flags: isRest ? 'a' : 'w' }));
  } catch (error) {
    answer.destroy();
    if (error instanceof IntakeFault) return finallyFailed(error.message);
    const message = error instanceof Error ? error.message : String(error);
    return failed(`its answer broke off (${message})`, resumable(validators));
  }
  return { kind: 'fetched', validators };
}

function refused(answer: IncomingMessage, part: Validators | undefined): Outcome {
  // Its text is not read: it could be without end.
  answer.destroy();
  const status = answer.statusCode;
  const reason = `it answered ${status}`;
  // A refused range is asked for again from the start.
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

/** Only a strong ETag proves that the rest belongs to the beginning (RFC 9110 13.1.5). */
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
