import { ApiError } from '../../contract/errors.js';
import type { SharedState } from '../state/shared-state.js';
import { networkOf } from './network.js';

const MINUTE_MS = 60_000;
/** Beyond this many addresses in one minute counting starts anew: memory stays bounded. */
const ADDRESSES_MOST = 100_000;

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

/** Bad keys by network in the present clock minute. */
export class BadKeyCounts {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  /** False, and not counted, where there are `most` already. */
  add(network: string, most: number, at: number): boolean {
    this.#turn(at);
    const count = this.#counts.get(network) ?? 0;
    if (count >= most) return false;
    if (this.#counts.size >= ADDRESSES_MOST && count === 0) this.#counts.clear();
    this.#counts.set(network, count + 1);
    return true;
  }

  /** A key that came just before the turn of the minute may be counted just after it: it belongs to the new minute. */
  #turn(at: number): void {
    const minute = Math.floor(at / MINUTE_MS);
    if (minute === this.#minute || minute === this.#minute - 1) return;
    this.#minute = minute;
    this.#counts.clear();
  }
}

function tooMany(at: number): ApiError {
  const secondsLeft = Math.ceil((MINUTE_MS - (at % MINUTE_MS)) / 1_000);
  const detail = `Too many requests with bad keys came from this address; the next minute begins in ${secondsLeft} s.`;
  return new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: secondsLeft });
}
