import type { Ledger } from '../../store/store.js';
import type { Readiness } from '../state/readiness.js';
import type { Meter } from './meter.js';

/** If it is asked more often, the last answer is given: a look at the ledger waits for its disk. */
const LOOK_EVERY_MS = 2_000;
const NOT_CHARGEABLE: Readiness = {
  ready: false,
  reason: 'The ledger cannot be written; nothing can be charged.',
};

/** Whether a request that costs credits could be answered now. */
export class Chargeable {
  #look: Promise<boolean> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly ledger: Pick<Ledger, 'probe'>,
    private readonly meter: Pick<Meter, 'failsLately'>,
  ) {}

  async state(): Promise<Readiness> {
    if (this.meter.failsLately()) return NOT_CHARGEABLE;
    const now = performance.now();
    if (!this.#look || now - this.#lookedAt > LOOK_EVERY_MS) {
      this.#lookedAt = now;
      this.#look = this.ledger.probe().then(
        () => true,
        () => false,
      );
    }
    return (await this.#look) ? { ready: true } : NOT_CHARGEABLE;
  }
}
