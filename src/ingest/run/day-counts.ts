import type { SecFact } from '../../domain/sec/sec.js';
import type { FilingSpan } from '../../store/store.js';

/** Number of filing facts per day in a run. A file's date range counts as complete only if it has as many. */
export class DayCounts {
  readonly #days = new Map<string, number>();

  add(facts: readonly SecFact[]): void {
    for (const fact of facts) {
      if (fact.kind === 'filing') this.#days.set(fact.filed, (this.#days.get(fact.filed) ?? 0) + 1);
    }
  }

  within({ from, to }: FilingSpan): number {
    let sum = 0;
    for (const [day, count] of this.#days) if (from <= day && day <= to) sum += count;
    return sum;
  }
}
