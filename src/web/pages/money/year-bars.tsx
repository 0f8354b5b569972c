import { Bars } from '../../parts/bars.js';
import { shortDollars } from '../../parts/numbers.js';

interface YearBarsProps {
  /** Such as `Revenue`. */
  readonly title: string;
  /** Newest first. A year without a value has no bar. */
  readonly values: readonly { readonly at: string; readonly value: number | null }[];
}

/** A figure by year as bars, oldest first; nothing for fewer than two values. */
export function YearBars({ title, values }: YearBarsProps) {
  const drawn = values.flatMap(({ at, value }) => (value === null ? [] : [{ at, parts: [value] }])).reverse();
  const [first, last] = [drawn[0]?.at, drawn.at(-1)?.at];
  if (drawn.length < 2) return null;
  return (
    <>
      <h3>{title}</h3>
      <div class="scroll" role="region" aria-label={`${title} by year`} tabIndex={0}>
        <Bars
          label={`${title} by year, from ${first} to ${last}; see the table below for numbers.`}
          values={drawn}
          tick={shortDollars}
        />
      </div>
    </>
  );
}
