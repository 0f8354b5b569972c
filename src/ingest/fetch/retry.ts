/** Maximum number of attempts for one file. */
export const MAX_TRIES = 6;
const LONGEST_BACKOFF_MS = 60_000;
/** If a publisher demands a longer wait, the next run retries. */
const LONGEST_RETRY_AFTER_MS = 900_000;
/** The SEC blocks a client for about ten minutes. */
const SEC_PAUSE_MS = 600_000;

/** The failure of one attempt. */
export interface Fault {
  /** Continues the sentence "<url> could not be fetched: ". */
  readonly reason: string;
  /** The HTTP status; `undefined` if there was no response or it was interrupted. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  /** A retry would not help. */
  readonly isFinal?: boolean;
}

/**
 * Returns the delay before the next attempt in ms, or undefined if retrying is useless. `tries`: attempts so
 * far. 429 and 503 wait for `Retry-After`; with `forbiddenIsBusy`, a 403 waits ten minutes, once.
 */
export function waitBefore(
  fault: Fault,
  tries: number,
  now: number,
  forbiddenIsBusy: boolean,
): number | undefined {
  if (tries >= MAX_TRIES || fault.isFinal) return undefined;
  const backoffMs = Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** (tries - 1));
  const { status } = fault;
  if (status === 403) return forbiddenIsBusy && tries === 1 ? SEC_PAUSE_MS : undefined;
  if (status === 429 || status === 503) {
    const requestMs = retryAfterMs(fault.retryAfter, now) ?? backoffMs;
    return requestMs > LONGEST_RETRY_AFTER_MS ? undefined : requestMs;
  }
  if (status !== undefined && status !== 408 && status < 500) return undefined;
  return backoffMs;
}

/** `Retry-After` is seconds or an HTTP date (RFC 9110 10.2.3). */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** `www.sec.gov` and similar hosts, where a 403 means too many requests, or a missing file. */
export function isSec(host: string): boolean {
  return host === 'sec.gov' || host.endsWith('.sec.gov');
}
