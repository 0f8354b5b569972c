import { isIPv6 } from 'node:net';
import { HttpError } from './errors.js';

const MINUTE_MS = 60_000;
/** Beyond this many addresses in one minute counting starts anew: memory stays bounded. */
const ADDRESSES_MOST = 100_000;

/** Bad keys per client address and clock minute, counted in this process. */
export class BadKeyLimiter {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  constructor(private readonly perMinute: number) {}

  /** Throws the 429 where the address sent too many bad keys in this minute. */
  check(address: string, at: number): void {
    this.#turn(at);
    if ((this.#counts.get(networkOf(address)) ?? 0) < this.perMinute) return;
    const secondsLeft = Math.ceil(((this.#minute + 1) * MINUTE_MS - at) / 1_000);
    const detail = `Too many requests with bad keys came from this address; the next minute begins in ${secondsLeft} s.`;
    throw new HttpError('rate_limit_exceeded', detail, [], { retryAfterSeconds: secondsLeft });
  }

  count(address: string, at: number): void {
    this.#turn(at);
    const network = networkOf(address);
    if (this.#counts.size >= ADDRESSES_MOST && !this.#counts.has(network)) this.#counts.clear();
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }

  #turn(at: number): void {
    const minute = Math.floor(at / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counts.clear();
  }
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
