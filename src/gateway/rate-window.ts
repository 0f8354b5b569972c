import { ApiError } from '../contract/errors.js';

/** How an account stands in the present minute. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the minute ends; Unix seconds. */
  readonly resetAt: number;
  readonly secondsLeft: number;
  readonly exceeded: boolean;
}

/** Counts the requests of an account. If another machine counts them, the answer may be a promise. */
export interface RequestWindow {
  /** Counts one request of at most `limit` in a minute. Refused requests count no further. */
  take(limit: number, at: number): RateLimit | Promise<RateLimit>;
}

export const MINUTE_MS = 60_000;
const COUNT_BITS = 32n;
const COUNT_MASK = (1n << COUNT_BITS) - 1n;

/**
 * One account's requests in the present clock minute, in memory that all threads of a service share: exact, however
 * many of them count at once. Minute and count are one word, so that no thread sees one without the other.
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

/** `minute`: minutes since 1970; `at`: the present, in milliseconds since 1970. */
export function rateAt({
  minute,
  at,
  ...rate
}: Pick<RateLimit, 'limit' | 'remaining' | 'exceeded'> & {
  readonly minute: number;
  readonly at: number;
}): RateLimit {
  const end = (minute + 1) * MINUTE_MS;
  return { ...rate, resetAt: end / 1_000, secondsLeft: Math.ceil((end - at) / 1_000) };
}

/** A request that came just before the turn of the minute may be counted just after it: it belongs to the new minute. */
function standing(held: bigint, minute: number): { readonly minute: number; readonly count: number } {
  const heldMinute = Number(held >> COUNT_BITS);
  if (heldMinute !== minute && heldMinute !== minute + 1) return { minute, count: 0 };
  return { minute: heldMinute, count: Number(held & COUNT_MASK) };
}

/** `whose`: the beginning of the sentence that says how many requests there may be. */
export function rateLimitExceeded(rate: RateLimit, whose = 'This account may make'): ApiError {
  const detail = `${whose} ${rate.limit} requests per minute; the next minute begins in ${rate.secondsLeft} s.`;
  return new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: rate.secondsLeft });
}
