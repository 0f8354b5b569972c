import { processors } from '../processors.js';
import type { Ledger } from '../store/store.js';

/** So many charges in one commit: requests come faster than a thread falls asleep. */
const MANY = 8;
/** Commits on a disk that takes longer are not worth a processor. */
const AWAKE_MS = 2;

/**
 * A ledger whose larger commits the calling thread waits for awake. A thread that sleeps is woken by the ledger's or
 * by a client, which takes as long as an answer, and on a virtual processor that the host gave away until it is given
 * back. Only where the machine has a processor for each worker and one for the ledger's thread.
 */
export function waitAwake(ledger: Ledger, workers: number): Ledger {
  if (processors() <= workers) return ledger;
  return {
    ...ledger,
    charge: (requests) => {
      const charging = ledger.charge(requests);
      if (requests.length >= MANY) stayAwake(charging);
      return charging;
    },
  };
}

/** The event loop looks for work again and again, and does not sleep, until the promise is settled or time is up. */
function stayAwake(until: Promise<unknown>): void {
  const latest = performance.now() + AWAKE_MS;
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  until.then(settle, settle);
  const look = () => {
    if (!isSettled && performance.now() < latest) setImmediate(look);
  };
  setImmediate(look);
}
