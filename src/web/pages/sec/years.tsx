import type { YearForms } from '../../../contract/facet-counts.js';
import { Bars } from '../../parts/bars.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { addressOf, type SecQuery } from './query.js';

/** If the time is longer, only the years with filings are drawn. */
const MAX_YEARS = 60;

/** The filings of each year, stacked by form, and the same as a table. */
export function Years({ query, counts }: { readonly query: SecQuery; readonly counts: YearForms }) {
  if (counts.years.length === 0) return null;
  const total = counts.years.reduce((sum, { count }) => sum + count, 0);
  const [newest, oldest] = [counts.years[0]?.year, counts.years.at(-1)?.year];
  const span = newest === oldest ? `in ${newest}` : `from ${oldest} to ${newest}`;
  const rows = counts.years.map(({ year, count, forms, other }) => ({
    year,
    count,
    parts: [...forms, other],
  }));
  const heads = [...counts.forms, 'Other forms'];
  return (
    <section aria-labelledby="years">
      <h2 id="years">{`${counted(total, 'filing')} ${span}`}</h2>
      <Bars
        label={`Filings per year and form, ${span}; see the table below for numbers.`}
        values={allYears(rows).map(({ year, parts }) => ({ at: year, parts }))}
      />
      <ul class="legend">
        {heads.map((head, at) => (
          <li>
            <svg class="chart picture" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
              <rect class={`bar part-${at + 1}`} width="10" height="10" />
            </svg>
            {` ${head}`}
          </li>
        ))}
      </ul>
      <details>
        <summary>Table</summary>
        <Table
          caption={`${counted(total, 'filing')} by year and form`}
          rows={rows}
          columns={[
            { head: 'Year', cell: ({ year }) => <a href={addressOf(query, { year })}>{year}</a> },
            { head: 'All', kind: 'number', cell: ({ count }) => number(count) },
            ...heads.map((head, at) => ({
              head,
              kind: 'number' as const,
              cell: ({ parts }: { readonly parts: readonly number[] }) => number(parts[at] ?? 0),
            })),
          ]}
        />
        <p class="quiet">A filing with two forms counts for each, and once in its year.</p>
      </details>
    </section>
  );
}

interface Year {
  readonly year: string;
  readonly parts: readonly number[];
}

/** From the oldest on, years without filings too: a picture without them would show a gap as none. */
function allYears(rows: readonly Year[]): readonly Year[] {
  const rowByYear = new Map(rows.map((row) => [row.year, row]));
  const [newest, oldest] = [Number(rows[0]?.year), Number(rows.at(-1)?.year)];
  if (newest - oldest > MAX_YEARS) return [...rows].reverse();
  return Array.from({ length: newest - oldest + 1 }, (_, at) => {
    const year = String(oldest + at);
    return rowByYear.get(year) ?? { year, parts: [] };
  });
}
