import { ApiError } from '../../contract/errors.js';
import type { SharedState } from '../state/shared-state.js';
import { networkOf } from './network.js';
import { secondsLeft } from './network-counts.js';

/**
 * Counts the bad keys of an address. From the limit on a bad key is answered 429 until the next minute, and a good one as
 * ever: whoever shares an address with the sender of bad keys notices nothing.
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
