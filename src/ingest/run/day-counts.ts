import type { SecFact } from '../../domain/sec/sec.js';
import type { FilingSpan } from '../../store/store.js';

/** The number of filing facts of each day that a run read. A file's span is trusted only if it holds as many. */
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
