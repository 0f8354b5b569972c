import type { Clock } from './clock.js';

/** Spaces the requests to each host evenly. Must be shared between downloads: publishers limit the client, not the run. */
export class HostPaces {
  readonly #hosts = new Map<string, { intervalMs: number; nextAt: number }>();

  constructor(private readonly clock: Clock) {}

  /**
   * Resolves when the next request to the host may be sent. The slowest rate requested for a host applies.
   */
  async turn(host: string, perSecond: number): Promise<void> {
    const pace = this.#paceOf(host);
    pace.intervalMs = Math.max(pace.intervalMs, 1000 / perSecond);
    const now = this.clock.now();
    const at = Math.max(now, pace.nextAt);
    pace.nextAt = at + pace.intervalMs;
    if (at > now) await this.clock.sleep(at - now);
  }

  /** Halves the host's rate from now on. */
  slowDown(host: string): void {
    this.#paceOf(host).intervalMs *= 2;
  }

  #paceOf(host: string): { intervalMs: number; nextAt: number } {
    const pace = this.#hosts.get(host) ?? { intervalMs: 0, nextAt: 0 };
    this.#hosts.set(host, pace);
    return pace;
  }
}
