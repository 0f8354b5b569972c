import { ApiError } from '../contract/errors.js';
import { networkOf } from './network.js';
import { secondsLeft } from './network-counts.js';
import type { SharedState } from './shared-state.js';

/**
 * Counts the bad keys of an address. Above the limit, a bad key gets a 429 until the next minute. A good key
 * is answered as usual, so clients that share the address with the sender of bad keys are not affected.
 */
export class BadKeyLimiter {
  constructor(
    private readonly perMinute: number,
    private readonly shared: Pick<SharedState, 'countBadKey'>,
  ) {}

  /** One more bad key; rejects with the 429 where there were too many before it. */
  async count(address: string, at: number): Promise<void> {
    if (!(await this.shared.countBadKey(networkOf(address), this.perMinute, at))) throw tooMany(at);
  }
}

function tooMany(at: number): ApiError {
  const seconds = secondsLeft(at);
  const detail = `Too many requests with bad keys came from this address; the next minute begins in ${seconds} s.`;
  return new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: seconds });
}
