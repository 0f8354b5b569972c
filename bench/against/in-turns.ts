import type { Series } from './ratios.js';

/** Figures of one revision in one turn, by name. */
export type Values = Readonly<Record<string, number>>;

export interface Pair<T> {
  readonly before: T;
  readonly now: T;
}

/**
 * Measures both revisions turn by turn; they take turns at being first, so that what disturbs the machine for a while disturbs
 * both. Returns a list of values for each figure.
 */
export async function inTurns<T>(
  turns: number,
  pair: Pair<T>,
  measure: (subject: T) => Promise<Values>,
): Promise<Readonly<Record<string, Pick<Series, 'before' | 'now'>>>> {
  const series: Record<string, { before: number[]; now: number[] }> = {};
  for (let turn = 0; turn < turns; turn++) {
    for (const side of turn % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const)) {
      for (const [name, value] of Object.entries(await measure(pair[side]))) {
        series[name] ??= { before: [], now: [] };
        series[name][side].push(value);
      }
    }
  }
  return series;
}
