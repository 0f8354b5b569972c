import type { Ledger } from '../store/store.js';
import type { Authenticator } from './authenticate.js';
import type { Log } from './error-log.js';

/** Periodically writes when keys were last used. Informational: it may lag and must never delay a request. */
export class LastUse {
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly ledger: Pick<Ledger, 'touchKeys'>,
    private readonly authenticator: Pick<Authenticator, 'takeLastUsed'>,
    private readonly log: Pick<Log, 'warn'>,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => void this.#write(), everyMs);
    this.#timer.unref();
  }

  /** Flushes pending writes. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  async #write(): Promise<void> {
    const lastUsed = this.authenticator.takeLastUsed();
    if (lastUsed.size === 0) return;
    await this.ledger.touchKeys(lastUsed).catch((error: unknown) => {
      this.log.warn({ err: error }, 'The last use of keys could not be written.');
    });
  }
}
