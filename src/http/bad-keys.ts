import { isIPv6 } from 'node:net';
import { HttpError } from './errors.js';
import type { Together } from './together.js';

const MINUTE_MS = 60_000;
/** Beyond this many addresses in one minute counting starts anew: memory stays bounded. */
const ADDRESSES_MOST = 100_000;

/** Refuses an address that sends too many bad keys. */
export class BadKeyLimiter {
  constructor(
    private readonly perMinute: number,
    private readonly together: Pick<Together, 'badKeys' | 'countBadKey'>,
  ) {}

  /** Rejects with the 429 where the address sent too many bad keys in this minute. */
  async check(address: string, at: number): Promise<void> {
    if ((await this.together.badKeys(networkOf(address), at)) >= this.perMinute) throw tooMany(at);
  }

  /** One more bad key; rejects with the 429 where there were too many before it. */
  async count(address: string, at: number): Promise<void> {
    if (!(await this.together.countBadKey(networkOf(address), this.perMinute, at))) throw tooMany(at);
  }
}

/** Bad keys by network in the present clock minute. */
export class BadKeyCounts {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  of(network: string, at: number): number {
    this.#turn(at);
    return this.#counts.get(network) ?? 0;
  }

  /** False, and not counted, where there are `most` already. */
  add(network: string, most: number, at: number): boolean {
    const count = this.of(network, at);
    if (count >= most) return false;
    if (this.#counts.size >= ADDRESSES_MOST && count === 0) this.#counts.clear();
    this.#counts.set(network, count + 1);
    return true;
  }

  /** What came just before the turn of the minute may be counted just after it: it belongs to the new minute. */
  #turn(at: number): void {
    const minute = Math.floor(at / MINUTE_MS);
    if (minute === this.#minute || minute === this.#minute - 1) return;
    this.#minute = minute;
    this.#counts.clear();
  }
}

function tooMany(at: number): HttpError {
  const secondsLeft = Math.ceil((MINUTE_MS - (at % MINUTE_MS)) / 1_000);
  const detail = `Too many requests with bad keys came from this address; the next minute begins in ${secondsLeft} s.`;
  return new HttpError('rate_limit_exceeded', detail, [], { retryAfterSeconds: secondsLeft });
}

/** One customer of an IPv6 provider has a /64: it counts as one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}
