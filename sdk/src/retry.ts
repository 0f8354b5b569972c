import { piecesOf } from './body.js';
import { ConnectionError } from './errors.js';
import type { ErrorCode, Problem } from './types.js';

export interface RetryOptions {
  /** How often a request is repeated at most; 3 by default, 0 for never. */
  readonly retries?: number;
  /** A wait longer than this is not waited: the error comes at once; 60 seconds by default. */
  readonly longestWaitMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** For tests: how to wait. Rejects with the reason of the signal when it is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Read = (response: Response, signal: AbortSignal) => Promise<Response>;

const RETRIED = [429, 503];
/** The code of the 409 that answers a repetition while the first request is still running; those of other codes are final. */
const STILL_RUNNING: ErrorCode = 'idempotency_in_flight';

/**
 * A `fetch` that repeats a request after 429, 503, the 409 of a request that is still running, and broken connections:
 * after `Retry-After` where it is given, else after 0.5, 1, 2 … seconds. Repetition is free: each request carries an
 * idempotency key. Answers are read to their end here, so a connection that breaks in the middle of a body is noticed,
 * too. Rejects with `ConnectionError`, or with the reason of the request's signal as soon as it is aborted.
 */
export function retryingFetch(
  options: RetryOptions,
  read: Read = toItsEnd,
): (request: Request) => Promise<Response> {
  const { retries = 3, longestWaitMs = 60_000, fetch = globalThis.fetch, sleep = wait } = options;
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOf(request, fetch, read);
      const again = outcome instanceof ConnectionError || (await isPassing(outcome));
      const waitMs = waitBefore(attempt, outcome);
      if (again && attempt < retries && waitMs <= longestWaitMs) await sleep(waitMs, request.signal);
      else if (outcome instanceof ConnectionError) throw outcome;
      else return outcome;
    }
  };
}

async function isPassing(response: Response): Promise<boolean> {
  if (response.status !== 409) return RETRIED.includes(response.status);
  // It was read to its end already, and the caller reads it once more.
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (problem as Problem | null)?.error?.code === STILL_RUNNING;
}

async function attemptOf(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  read: Read,
): Promise<Response | ConnectionError> {
  const { signal } = request;
  // A clone alone does not keep its link to the signal.
  const attempt = new Request(request.clone(), { signal });
  try {
    return await read(await orAborted(fetch(attempt), signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    return new ConnectionError(request.url.split('?', 1)[0] ?? '', error);
  }
}

/** Rejects as soon as the signal is aborted, whether `asked` hears it or not. */
function orAborted<Value>(asked: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function toItsEnd(response: Response, signal: AbortSignal): Promise<Response> {
  const { status, statusText, headers } = response;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of piecesOf(response, signal)) pieces.push(piece);
  // A 204 or 304 has no body, not an empty one.
  return new Response(pieces.length > 0 ? new Blob(pieces) : null, { status, statusText, headers });
}

/** The body of a success is left to be read piece by piece. */
export async function streamedIfGood(response: Response, signal: AbortSignal): Promise<Response> {
  return response.ok ? response : toItsEnd(response, signal);
}

function waitBefore(attempt: number, outcome: Response | ConnectionError): number {
  const after = outcome instanceof Response ? retryAfterMs(outcome.headers) : undefined;
  return after ?? 500 * 2 ** attempt;
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3), which counts from the server's own `Date` where it sends one. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(sent) ? Date.now() : sent));
}

/** Rejects with the reason of the signal as soon as it is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
