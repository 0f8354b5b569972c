import { scaleBand, scaleLinear } from 'd3-scale';
import type { YearForms } from '../../../contract/facet-counts.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { addressOf, type SecAsked } from './asked.js';

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [720, 220, 56, 10, 24];
const WIDEST = 48;
/** If the time is longer, only the years with filings are drawn. */
const MOST_YEARS = 60;

/** The filings of each year, stacked by form, and the same as a table. */
export function Years({ asked, counts }: { readonly asked: SecAsked; readonly counts: YearForms }) {
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
      <Stacks label={`Filings of each year by form, ${span}; the table below has the numbers.`} rows={rows} />
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
        <summary>The numbers as a table</summary>
        <Table
          caption={`${counted(total, 'filing')} by year and form`}
          rows={rows}
          columns={[
            { head: 'Year', cell: ({ year }) => <a href={addressOf(asked, { year })}>{year}</a> },
            { head: 'All', kind: 'number', cell: ({ count }) => number(count) },
            ...heads.map((head, at) => ({
              head,
              kind: 'number' as const,
              cell: ({ parts }: { readonly parts: readonly number[] }) => number(parts[at] ?? 0),
            })),
          ]}
        />
        <p class="quiet">A filing of two forms counts for each of them, and once in its year.</p>
      </details>
    </section>
  );
}

interface StacksProps {
  readonly label: string;
  /** The newest year first. */
  readonly rows: readonly { readonly year: string; readonly parts: readonly number[] }[];
}

function Stacks({ label, rows }: StacksProps) {
  const inOrder = allYears(rows);
  const heights = inOrder.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const x = scaleBand(
    inOrder.map(({ year }) => year),
    [LEFT, WIDTH],
  ).padding(0.2);
  const y = scaleLinear([0, Math.max(1, ...heights)], [HEIGHT - BOTTOM, TOP]).nice(4);
  const width = Math.min(WIDEST, x.bandwidth());
  const middle = (year: string) => (x(year) ?? 0) + x.bandwidth() / 2;
  const every = Math.ceil(inOrder.length / 12);
  return (
    <svg
      class="chart picture"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <>
            <line class="axis" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text class="quiet" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {number(tick)}
            </text>
          </>
        ))}
      {inOrder.map(({ year, parts }) => {
        let below = 0;
        return parts.map((part, at) => {
          const [from, to] = [y(below), y(below + part)];
          below += part;
          return part === 0 ? null : (
            <rect
              class={`bar part-${at + 1}`}
              x={middle(year) - width / 2}
              width={width}
              y={to}
              height={from - to}
            />
          );
        });
      })}
      {inOrder.map(({ year }, at) =>
        at % every === 0 ? (
          <text class="quiet" x={middle(year)} y={HEIGHT - 7} text-anchor="middle">
            {year}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** From the oldest on, years without filings too: a picture without them would show a gap as none. */
function allYears(rows: StacksProps['rows']): StacksProps['rows'] {
  const held = new Map(rows.map((row) => [row.year, row]));
  const [newest, oldest] = [Number(rows[0]?.year), Number(rows.at(-1)?.year)];
  if (newest - oldest > MOST_YEARS) return [...rows].reverse();
  return Array.from({ length: newest - oldest + 1 }, (_, at) => {
    const year = String(oldest + at);
    return held.get(year) ?? { year, parts: [] };
  });
}
