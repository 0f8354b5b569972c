import type { FilingSpan } from '../../../store.js';

/** Counts by calendar day; dates `YYYY-MM-DD` compare as text. */
export class DayTally {
  readonly #days = new Map<string, number>();

  add(day: string, count = 1): void {
    this.#days.set(day, (this.#days.get(day) ?? 0) + count);
  }

  /** null: all days. A day in several spans counts once. */
  within(spans: readonly FilingSpan[] | null): number {
    let sum = 0;
    for (const [day, count] of this.#days) {
      if (spans === null || spans.some(({ from, to }) => from <= day && day <= to)) sum += count;
    }
    return sum;
  }
}
