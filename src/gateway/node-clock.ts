import { MINUTE_MS } from './rate-window.js';

/**
 * The server's clock as last read by this node, for all threads: the reading, and the time since then. The
 * node's own clock is only used before the first reading, so it may be wrong or be set while the service
 * runs.
 */
export class NodeClock {
  readonly #ahead: Float64Array;

  static memory(): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
    new NodeClock(memory).set(Date.now());
    return memory;
  }

  constructor(memory: SharedArrayBuffer) {
    this.#ahead = new Float64Array(memory);
  }

  /** `at`: server time in milliseconds. */
  set(at: number): void {
    this.#ahead[0] = at - passed();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return (this.#ahead[0] ?? 0) + passed();
  }

  /** Minutes since 1970. */
  minute(): number {
    return Math.floor(this.now() / MINUTE_MS);
  }
}

/** Milliseconds since the same moment in every thread. */
function passed(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}
