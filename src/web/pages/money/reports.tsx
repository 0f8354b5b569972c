import { number } from '../../parts/numbers.js';
import { type Column, Table } from '../../parts/table.js';
import { type EntityShown, From } from '../entity/provenance.js';
import { YearBars } from './year-bars.js';

type Report = NonNullable<NonNullable<EntityShown['entity']['financials']>['sec']>['items'][number];
type Fact = Report['facts'][number];

/** Elements with which filers report one figure; the first that a report has is shown. */
const REVENUE = [
  'Revenues',
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
  'SalesRevenueNet',
  'Revenue',
];
const INCOME = ['NetIncomeLoss', 'ProfitLoss'];
const ASSETS = ['Assets'];
const LIABILITIES = ['Liabilities'];

/** Headline facts of the reports of an SEC filer. */
export function Reports({
  reports: given,
  from,
}: {
  readonly reports: readonly Report[];
  readonly from: readonly number[];
}) {
  const reports = given.map((report) => ({ ...report, period: report.period ?? balanceDay(report) }));
  const annual = firstOfYears(reports.filter(({ fiscalPeriod }) => fiscalPeriod === 'FY'));
  const years = (tags: readonly string[]) =>
    annual.map((report) => ({
      at: report.period?.slice(0, 7) ?? '',
      value: dollarsOf(factOf(report, tags)),
    }));
  return (
    <section id="sec" aria-labelledby="sec-head">
      <h2 id="sec-head">
        SEC reports{' '}
        {from.map((number) => (
          <From number={number} />
        ))}
      </h2>
      <YearBars title="Annual revenue" values={years(REVENUE)} />
      <YearBars title="Annual net income" values={years(INCOME)} />
      <YearBars title="Assets at the end of the year" values={years(ASSETS)} />
      <Table
        caption="Headline facts of each report, for its own period, as filed"
        columns={COLUMNS}
        rows={reports}
      />
      {reports.map((report) => (
        <details>
          <summary>{`All headline facts of ${report.form} ${report.accession}`}</summary>
          <Table caption={`Facts in ${report.accession}`} columns={FACTS} rows={report.facts} />
        </details>
      ))}
    </section>
  );
}

/** The last day for which the report states assets, if it does not state its period. */
function balanceDay({ facts }: Report): string | null {
  const days = facts.flatMap(({ tag, end }) => (ASSETS.includes(tag) ? end : []));
  return days.sort().at(-1) ?? null;
}

/** One report for each period: the one filed first. */
function firstOfYears(reports: readonly Report[]): readonly Report[] {
  const first = new Map(reports.map((report) => [report.period, report]));
  return [...first.values()];
}

/** The fact for the report’s own period. */
function factOf({ period, fiscalPeriod, facts }: Report, tags: readonly string[]): Fact | undefined {
  const quarters = fiscalPeriod === 'FY' ? 4 : 1;
  return tags
    .flatMap((tag) => facts.filter((fact) => fact.tag === tag && fact.end === period))
    .find((fact) => fact.quarters === 0 || fact.quarters === quarters);
}

function dollarsOf(fact: Fact | undefined): number | null {
  return fact?.unit === 'USD' ? fact.value : null;
}

const figure = (tags: readonly string[]) => (report: Report) => {
  const fact = factOf(report, tags);
  return fact === undefined ? 'not reported' : `${number(fact.value)} ${fact.unit}`;
};

const COLUMNS: readonly Column<Report>[] = [
  { head: 'Period end', kind: 'date', cell: ({ period }) => period ?? 'not given' },
  {
    head: 'Report',
    kind: 'short',
    cell: ({ form, fiscalPeriod }) => (fiscalPeriod === null ? form : `${form}, ${fiscalPeriod}`),
  },
  { head: 'Filed', kind: 'date', cell: ({ filed }) => filed },
  { head: 'Revenue', kind: 'number', cell: figure(REVENUE) },
  { head: 'Net income', kind: 'number', cell: figure(INCOME) },
  { head: 'Assets', kind: 'number', cell: figure(ASSETS) },
  { head: 'Liabilities', kind: 'number', cell: figure(LIABILITIES) },
  {
    head: 'Filing',
    kind: 'short',
    cell: ({ accession }) => <a href={`/sec?q=${accession}`}>{accession}</a>,
  },
];

const FACTS: readonly Column<Fact>[] = [
  { head: 'Element', kind: 'name', cell: ({ tag }) => tag },
  { head: 'Taxonomy', kind: 'short', cell: ({ taxonomy }) => taxonomy },
  { head: 'Period end', kind: 'date', cell: ({ end }) => end },
  { head: 'Quarters', kind: 'number', cell: ({ quarters }) => number(quarters) },
  { head: 'Value', kind: 'number', cell: ({ value }) => number(value) },
  { head: 'Unit', kind: 'short', cell: ({ unit }) => unit },
];
