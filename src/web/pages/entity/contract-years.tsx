import { Bars } from '../../parts/bars.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import type { EntityShown } from './provenance.js';

/** The awards of each year, as a picture and as a table; nothing if all are of one. */
export function ContractYears({ entity }: Pick<EntityShown, 'entity'>) {
  const { years = [], totalCount = 0 } = entity.federal?.contracts ?? {};
  const [newest, oldest] = [years[0]?.year, years.at(-1)?.year];
  if (newest === undefined || newest === oldest) return null;
  const dated = years.reduce((sum, { awards }) => sum + awards, 0);
  const undated = totalCount - dated;
  return (
    <section aria-labelledby="contract-years">
      <h3 id="contract-years">{`${counted(dated, 'award')} by start year`}</h3>
      <Bars
        label={`Awards by start year, from ${oldest} to ${newest}; see the table below for numbers.`}
        values={withGaps(years).map(({ year, awards }) => ({ at: year, parts: [awards] }))}
      />
      {undated > 0 && <p class="quiet">{`${counted(undated, 'more award')} without a date.`}</p>}
      <details>
        <summary>Table</summary>
        <Table
          caption={`${counted(dated, 'award')} by year`}
          rows={years}
          columns={[
            { head: 'Year', cell: ({ year }) => year },
            { head: 'Awards', kind: 'number', cell: ({ awards }) => number(awards) },
          ]}
        />
      </details>
    </section>
  );
}

/** If the time is longer, only the years with awards are drawn. */
const MAX_YEARS = 60;

interface Year {
  readonly year: string;
  readonly awards: number;
}

/** From the oldest on, years without awards too: a picture without them would show a gap as none. */
function withGaps(years: readonly Year[]): readonly Year[] {
  const awardsByYear = new Map(years.map(({ year, awards }) => [Number(year), awards]));
  const [newest, oldest] = [Number(years[0]?.year), Number(years.at(-1)?.year)];
  if (newest - oldest > MAX_YEARS) return [...years].reverse();
  return Array.from({ length: newest - oldest + 1 }, (_, at) => ({
    year: String(oldest + at),
    awards: awardsByYear.get(oldest + at) ?? 0,
  }));
}
