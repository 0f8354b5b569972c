import { ApiError } from '../contract/errors.js';

/** State of an account in the current minute. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the minute ends; Unix seconds. */
  readonly resetAt: number;
  readonly secondsLeft: number;
  readonly exceeded: boolean;
}

/** Counts an account's requests. Returns a promise if another machine counts them. */
export interface RequestWindow {
  /** Counts one request of at most `limit` per minute. Rejected requests are not counted. */
  take(limit: number, at: number): RateLimit | Promise<RateLimit>;
}

export const MINUTE_MS = 60_000;
const COUNT_BITS = 32n;
const COUNT_MASK = (1n << COUNT_BITS) - 1n;

/**
 * An account's requests in the current minute, in memory shared by all threads: exact under concurrency.
 * Minute and count are one word, so that they are always consistent.
 */
export class RateWindow implements RequestWindow {
  static readonly BYTES = BigInt64Array.BYTES_PER_ELEMENT;
  readonly #word: BigInt64Array;

  constructor(memory: SharedArrayBuffer) {
    this.#word = new BigInt64Array(memory);
  }

  take(limit: number, at: number): RateLimit {
    for (;;) {
      const held = Atomics.load(this.#word, 0);
      const { minute, count } = standing(held, Math.floor(at / MINUTE_MS));
      const exceeded = count >= limit;
      const next = exceeded ? held : (BigInt(minute) << COUNT_BITS) | BigInt(count + 1);
      if (!exceeded && Atomics.compareExchange(this.#word, 0, held, next) !== held) continue;
      return rateAt({ limit, remaining: limit - (exceeded ? count : count + 1), exceeded, minute, at });
    }
  }
}

/** `minute`: minutes since 1970; `at`: current time in ms since 1970. */
export function rateAt({
  limit,
  remaining,
  exceeded,
  minute,
  at,
}: Pick<RateLimit, 'limit' | 'remaining' | 'exceeded'> & {
  readonly minute: number;
  readonly at: number;
}): RateLimit {
  const end = (minute + 1) * MINUTE_MS;
  const secondsLeft = Math.ceil((end - at) / 1_000);
  return { limit, remaining, exceeded, resetAt: end / 1_000, secondsLeft };
}

/** A request just before the end of a minute may be counted just after it, in the new minute. */
function standing(held: bigint, minute: number): { readonly minute: number; readonly count: number } {
  const heldMinute = Number(held >> COUNT_BITS);
  if (heldMinute !== minute && heldMinute !== minute + 1) return { minute, count: 0 };
  return { minute: heldMinute, count: Number(held & COUNT_MASK) };
}

/** `whose`: start of the sentence that contains the limit. */
export function rateLimitExceeded(rate: RateLimit, whose = 'This account may make'): ApiError {
  const detail = `${whose} ${rate.limit} requests per minute; the next minute starts in ${rate.secondsLeft} s.`;
  return new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: rate.secondsLeft });
}
