const MINUTE_MS = 60_000;
/** Beyond this many addresses in a minute, counting restarts, so that memory is bounded. */
const MAX_ADDRESSES = 100_000;

/** Counts per network in the current minute: invalid keys, page visits. */
export class NetworkCounts {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  /** Returns false, without counting, at `max`. */
  add(network: string, max: number, at: number): boolean {
    this.#turn(at);
    const count = this.#counts.get(network) ?? 0;
    if (count >= max) return false;
    if (this.#counts.size >= MAX_ADDRESSES && count === 0) this.#counts.clear();
    this.#counts.set(network, count + 1);
    return true;
  }

  /** A request just before the end of a minute may be counted just after it, in the new minute. */
  #turn(at: number): void {
    const minute = Math.floor(at / MINUTE_MS);
    if (minute === this.#minute || minute === this.#minute - 1) return;
    this.#minute = minute;
    this.#counts.clear();
  }
}

/** Until the next minute begins. */
export function secondsLeft(at: number): number {
  return Math.ceil((MINUTE_MS - (at % MINUTE_MS)) / 1_000);
}
