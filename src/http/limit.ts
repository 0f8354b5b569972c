import type { Account } from '../store/store.js';
import { HttpError } from './errors.js';

/** How an account stands in the present minute. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the minute ends; Unix seconds. */
  readonly resetAt: number;
  readonly secondsLeft: number;
  readonly exceeded: boolean;
}

interface Window {
  minute: number;
  count: number;
}

const MINUTE_MS = 60_000;

/** Requests per account and clock minute, counted in this process. Refused requests count no further. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();

  take(account: Account, at: number): RateLimit {
    const window = this.#window(account.id, Math.floor(at / MINUTE_MS));
    const limit = account.requestsPerMinute;
    const exceeded = window.count >= limit;
    if (!exceeded) window.count += 1;
    const end = (window.minute + 1) * MINUTE_MS;
    return {
      limit,
      remaining: limit - window.count,
      resetAt: end / 1_000,
      secondsLeft: Math.ceil((end - at) / 1_000),
      exceeded,
    };
  }

  #window(accountId: string, minute: number): Window {
    let window = this.#windows.get(accountId);
    if (!window) {
      window = { minute, count: 0 };
      this.#windows.set(accountId, window);
    }
    if (window.minute !== minute) {
      window.minute = minute;
      window.count = 0;
    }
    return window;
  }
}

export function rateLimitExceeded(rate: RateLimit): HttpError {
  const detail = `This account may make ${rate.limit} requests per minute; the next minute begins in ${rate.secondsLeft} s.`;
  return new HttpError('rate_limit_exceeded', detail, [], { retryAfterSeconds: rate.secondsLeft });
}

/** `X-RateLimit-*` and the fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). */
export function pushRateLimitHeaders(headers: string[], rate: RateLimit): void {
  headers.push(
    'X-RateLimit-Limit',
    `${rate.limit}`,
    'X-RateLimit-Remaining',
    `${rate.remaining}`,
    'X-RateLimit-Reset',
    `${rate.resetAt}`,
    'RateLimit-Policy',
    `"minute";q=${rate.limit};w=60`,
    'RateLimit',
    `"minute";r=${rate.remaining};t=${rate.secondsLeft}`,
  );
}
