import { ApiError } from '../contract/errors.js';
import { networkOf } from './network.js';
import { secondsLeft } from './network-counts.js';
import type { SharedState } from './shared-state.js';

/**
 * Counts the invalid keys of an address. Above the limit, an invalid key gets a 429 until the next minute.
 * Valid keys are served as usual, so other clients at the address are not affected.
 */
export class BadKeyLimiter {
  constructor(
    private readonly perMinute: number,
    private readonly shared: Pick<SharedState, 'countBadKey'>,
  ) {}

  /** Counts an invalid key; rejects with the 429 above the limit. */
  async count(address: string, at: number): Promise<void> {
    if (!(await this.shared.countBadKey(networkOf(address), this.perMinute, at))) throw tooMany(at);
  }
}

function tooMany(at: number): ApiError {
  const seconds = secondsLeft(at);
  const detail = `Too many requests with invalid keys came from this address; the next minute starts in ${seconds} s.`;
  return new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: seconds });
}
