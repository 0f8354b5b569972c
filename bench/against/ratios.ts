/** One figure of both revisions, turn by turn. */
export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly before: readonly number[];
  readonly now: readonly number[];
  readonly note?: string;
}

export interface Ratio {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** A figure may get worse by this share before it is marked. */
const TOLERANCE = 0.05;

/** `now` divided by `before`, each turn by itself: both were measured in the same moment. */
export function ratioOf({ before, now }: Pick<Series, 'before' | 'now'>): Ratio {
  const ratios = now.map((value, turn) => value / (before[turn] ?? Number.NaN));
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}

export function isWorse(series: Series): boolean {
  const { median } = ratioOf(series);
  return series.better === 'higher' ? median < 1 - TOLERANCE : median > 1 + TOLERANCE;
}

/** A Markdown table, one line a figure. */
export function tableOf(revision: string, all: readonly Series[]): string {
  const head = ['figure', 'unit', revision, 'now', 'now / before', 'min to max', ''];
  const lines = all.map((series) => {
    const { name, unit, before, now, note } = series;
    const ratio = ratioOf(series);
    const remarks = [isWorse(series) ? '**worse**' : '', note ?? ''].filter((text) => text !== '');
    const values = [median(before), median(now)].map((value) => String(Number(value.toPrecision(3))));
    const spread = `${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}`;
    return [name, unit, ...values, ratio.median.toFixed(3), spread, remarks.join(', ')];
  });
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The mean of the two in the middle if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return Number.isInteger(middle) ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle));
}
