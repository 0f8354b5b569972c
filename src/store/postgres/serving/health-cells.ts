import type { LedgerCounts, LedgerHealth } from '../../store.js';
import type { Listener } from '../connection/pool.js';

const CELLS = [
  'awaySince',
  'resends',
  'reconnections',
  'lostAnswers',
  'lostAnswersRefunded',
  'lostAnswersWaiting',
] as const;

/** Health of another thread's ledger, in shared memory. */
export class HealthCells implements Listener, LedgerHealth {
  readonly #cells: Float64Array;

  static bytes(): SharedArrayBuffer {
    return new SharedArrayBuffer(CELLS.length * Float64Array.BYTES_PER_ELEMENT);
  }

  constructor(bytes: SharedArrayBuffer) {
    this.#cells = new Float64Array(bytes);
  }

  answered(): void {
    this.#cells[0] = 0;
  }

  away(): void {
    if (this.#cells[0] === 0) this.#cells[0] = Date.now();
  }

  count(counts: LedgerCounts): void {
    for (const [index, name] of CELLS.entries()) if (name !== 'awaySince') this.#cells[index] = counts[name];
  }

  awaySince(): number | null {
    return this.#cells[0] || null;
  }

  counts(): LedgerCounts {
    const [
      ,
      resends = 0,
      reconnections = 0,
      lostAnswers = 0,
      lostAnswersRefunded = 0,
      lostAnswersWaiting = 0,
    ] = this.#cells;
    return { resends, reconnections, lostAnswers, lostAnswersRefunded, lostAnswersWaiting };
  }
}
