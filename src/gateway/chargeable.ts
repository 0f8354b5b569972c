import type { Ledger } from '../store/store.js';
import type { Meter } from './charge.js';
import type { Readiness } from './readiness.js';

/** Within this time the last result is reused, because checking the ledger waits for its disk. */
const LOOK_EVERY_MS = 2_000;

/** Whether a request that costs credits could be served now. */
export class Chargeable {
  #look: Promise<boolean> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Start of the first failed check since the last successful one. */
  #awaySince: number | undefined;
  #cause = '';

  constructor(
    private readonly ledger: Pick<Ledger, 'probe'>,
    private readonly meter: Pick<Meter, 'failsLately'>,
    /** Max. time for which a ledger on a network may be unavailable while another primary is promoted. */
    private readonly graceMs = 0,
  ) {}

  async state(): Promise<Readiness> {
    if (this.graceMs === 0 && this.meter.failsLately()) return this.#notChargeable();
    const now = performance.now();
    if (!this.#look || now - this.#lookedAt > LOOK_EVERY_MS) this.#begin(now);
    // Checking an unavailable server takes seconds, so callers do not wait for it.
    if (this.graceMs > 0)
      return now - (this.#awaySince ?? now) < this.graceMs ? { ready: true } : this.#notChargeable();
    return (await this.#look) ? { ready: true } : this.#notChargeable();
  }

  #begin(at: number): void {
    this.#lookedAt = at;
    this.#look = this.ledger.probe().then(
      () => {
        this.#awaySince = undefined;
        return true;
      },
      (error: unknown) => {
        this.#awaySince ??= at;
        this.#cause = ` ${causeOf(error)}`;
        return false;
      },
    );
  }

  #notChargeable(): Readiness {
    return { ready: false, reason: `The ledger cannot be written; nothing can be charged.${this.#cause}` };
  }
}

/**
 * The first clause of the message. Server addresses and paths, which strangers must not see, follow a colon.
 */
function causeOf(error: unknown): string {
  const [clause = ''] = (error instanceof Error ? error.message : String(error)).split(/[:(]/);
  return `${clause.trim().replace(/\.$/, '')}.`;
}
