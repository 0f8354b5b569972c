import type { NewChanges } from '../../operations/support/dependencies.js';
import type { ChangeFeed } from '../../store/store.js';

const LOOKS_EVERY_MS = 500;

interface Waiting {
  readonly position: number;
  readonly deadline: number;
  readonly wake: (isNew: boolean) => void;
}

/**
 * Wakes requests that wait for an event. A single timer checks the end of the feed for all of them, and only while a request
 * waits: each costs only a promise.
 */
export class NewChangesWatch implements NewChanges {
  readonly #feed: Pick<ChangeFeed, 'state'>;
  readonly #everyMs: number;
  #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(feed: Pick<ChangeFeed, 'state'>, everyMs = LOOKS_EVERY_MS) {
    this.#feed = feed;
    this.#everyMs = everyMs;
  }

  behind(position: number, maxMs: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    this.#timer ??= setInterval(() => void this.#look(), this.#everyMs);
    const deadline = performance.now() + maxMs;
    return new Promise((wake) => this.#waiting.add({ position, deadline, wake }));
  }

  /** Ends all current and future waits. */
  close(): void {
    this.#isClosed = true;
    this.#wake(() => true, -1);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    // If the feed cannot be read, the request itself reports it.
    const newest = await this.#feed.state().then(
      (state) => state.newest,
      () => Number.POSITIVE_INFINITY,
    );
    this.#wake(({ position, deadline }) => position < newest || deadline <= now, newest);
  }

  #wake(isOver: (waiting: Waiting) => boolean, newest: number): void {
    for (const waiting of this.#waiting) {
      if (!isOver(waiting)) continue;
      this.#waiting.delete(waiting);
      waiting.wake(waiting.position < newest);
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
