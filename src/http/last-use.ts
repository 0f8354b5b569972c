import type { Ledger } from '../store/store.js';
import type { Services } from './services.js';

/** Writes now and then when keys were last used: that is for people and may lag; it must never cost a request. */
export class LastUse {
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly ledger: Pick<Ledger, 'touchKeys'>,
    private readonly services: Pick<Services, 'authenticator' | 'log'>,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => void this.#write(), everyMs);
    this.#timer.unref();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  async #write(): Promise<void> {
    const lastUsed = this.services.authenticator.takeLastUsed();
    if (lastUsed.size === 0) return;
    await this.ledger.touchKeys(lastUsed).catch((error: unknown) => {
      this.services.log.warn({ err: error }, 'The last use of keys could not be written.');
    });
  }
}
