import { number } from '../../parts/numbers.js';
import { type Column, Table } from '../../parts/table.js';
import { type EntityShown, From } from '../entity/provenance.js';

type Plan = NonNullable<NonNullable<EntityShown['entity']['financials']>['dol']>['items'][number];

/** Filings of the benefit plans that a body sponsors. */
export function Plans({ plans, from }: { readonly plans: readonly Plan[]; readonly from: number }) {
  return (
    <section id="dol" aria-labelledby="dol-head">
      <h2 id="dol-head">
        Employee benefit plans <From number={from} />
      </h2>
      <Table caption="Form 5500 filings, numbers as filed" columns={COLUMNS} rows={plans} />
      <p class="quiet">
        Active participants are not the number of employees: not every employee takes part, and one person may
        be in several plans. The sponsor may be a parent company.
      </p>
    </section>
  );
}

const count = (value: number | null) => (value === null ? 'not given' : number(value));

const COLUMNS: readonly Column<Plan>[] = [
  { head: 'Plan year end', kind: 'date', cell: ({ yearEnd }) => yearEnd ?? 'not given' },
  { head: 'Plan', kind: 'name', cell: ({ planName, planNumber }) => `${planName} (${planNumber})` },
  { head: 'Sponsor as filed', kind: 'name', cell: ({ sponsorName }) => sponsorName },
  {
    head: 'Form',
    kind: 'short',
    cell: ({ form, amended, final, replaced }) =>
      [
        form,
        ...(amended ? ['amended'] : []),
        ...(final ? ['final'] : []),
        ...(replaced ? ['replaced'] : []),
      ].join(', '),
  },
  { head: 'Filed', kind: 'date', cell: ({ filed }) => filed ?? 'not given' },
  {
    head: 'Active participants at the end',
    kind: 'number',
    cell: ({ activeParticipants }) => count(activeParticipants),
  },
  {
    head: 'All participants at the start',
    kind: 'number',
    cell: ({ participantsAtStart }) => count(participantsAtStart),
  },
];
