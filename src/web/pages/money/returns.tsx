import { dollars, number } from '../../parts/numbers.js';
import { type Column, Table } from '../../parts/table.js';
import { type EntityShown, From } from '../entity/provenance.js';
import { YearBars } from './year-bars.js';

type Return = NonNullable<NonNullable<EntityShown['entity']['financials']>['irs']>['items'][number];

/** Figures of the returns of a nonprofit. */
export function Returns({ returns, from }: { readonly returns: readonly Return[]; readonly from: number }) {
  const counted = returns.filter(({ replaced }) => !replaced);
  const years = (figure: 'revenue' | 'expenses' | 'assets') =>
    counted.map((one) => ({ at: yearOf(one), value: one[figure] }));
  const contractors = returns.flatMap((one) => one.contractors.map((contractor) => ({ ...contractor, one })));
  return (
    <section id="irs" aria-labelledby="irs-head">
      <h2 id="irs-head">
        Nonprofit returns <From number={from} />
      </h2>
      <YearBars title="Revenue" values={years('revenue')} />
      <YearBars title="Expenses" values={years('expenses')} />
      <YearBars title="Assets" values={years('assets')} />
      <Table caption="Figures as filed, in US dollars" columns={COLUMNS} rows={returns} />
      {contractors.length > 0 && (
        <Table
          caption="Highest paid contractors"
          columns={[
            { head: 'Contractor', kind: 'name', cell: ({ name }) => name },
            { head: 'Period', kind: 'date', cell: ({ one }) => yearOf(one) },
            { head: 'Services', cell: ({ services }) => services ?? 'not given' },
            { head: 'Paid', kind: 'number', cell: ({ amount }) => money(amount) },
          ]}
          rows={contractors}
        />
      )}
      <p class="quiet">
        A return is for the period that it states, which can be shorter than a year. A replaced return was
        filed again for the same period. Officers’ pay is the total of the form for current officers,
        directors, trustees and key employees.
      </p>
    </section>
  );
}

/** Tax years and periods end in different years; the end of the period is unique. */
function yearOf({ periodEnd, taxYear }: Return): string {
  return periodEnd?.slice(0, 7) ?? String(taxYear ?? 'unknown');
}

const money = (amount: number | null) => (amount === null ? 'not given' : dollars(amount));
const count = (value: number | null) => (value === null ? 'not given' : number(value));

const COLUMNS: readonly Column<Return>[] = [
  { head: 'Period end', kind: 'date', cell: ({ periodEnd }) => periodEnd ?? 'not given' },
  {
    head: 'Form',
    kind: 'short',
    cell: ({ form, amended, replaced }) =>
      [form, ...(amended ? ['amended'] : []), ...(replaced ? ['replaced'] : [])].join(', '),
  },
  { head: 'Filed', kind: 'date', cell: ({ filed }) => filed ?? 'not given' },
  { head: 'Revenue', kind: 'number', cell: ({ revenue }) => money(revenue) },
  { head: 'Expenses', kind: 'number', cell: ({ expenses }) => money(expenses) },
  { head: 'Assets', kind: 'number', cell: ({ assets }) => money(assets) },
  { head: 'Liabilities', kind: 'number', cell: ({ liabilities }) => money(liabilities) },
  { head: 'Employees', kind: 'number', cell: ({ employees }) => count(employees) },
  { head: 'Officers’ pay', kind: 'number', cell: ({ officerCompensation }) => money(officerCompensation) },
  { head: 'Grants paid', kind: 'number', cell: ({ grantsPaid }) => money(grantsPaid) },
];
