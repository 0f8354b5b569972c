const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each try, counted from the one before. */
export const RETRY_DELAYS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** A delay is longer by up to this part of itself, so that receivers are not met by all senders at once. */
const JITTER = 0.1;
const MAX_RETRY_AFTER = 24 * HOUR;

/**
 * When to try again after a number of failed tries, in milliseconds since 1970; null: give up. A receiver that asks for a
 * longer pause (`Retry-After`) gets it, up to a day. `random` gives 0 to 1.
 */
export function nextTryAt(
  tries: number,
  at: number,
  random: () => number,
  retryAfterMs: number | null = null,
): number | null {
  const delay = RETRY_DELAYS[tries];
  if (delay === undefined) return null;
  const request = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER);
  return at + Math.round(Math.max(delay, request) * (1 + JITTER * random()));
}

/** `Retry-After` in milliseconds: seconds or a date (RFC 9110, 10.2.3); null if it cannot be read. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
