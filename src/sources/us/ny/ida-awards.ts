import { defineSource, type Row } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';

const COLUMNS = columns(
  'applicant_name type_of_business track net_new_jobs_commitment investment_commitment maximum_tax_credits',
);

/**
 * The businesses admitted to the Excelsior Jobs Program. There is no number of the award: the key is the applicant's
 * name as published, where a second award of one business is told apart by `(#2)` behind the name.
 */
export const usNyIdaAwards = defineSource({
  id: 'us_ny_ida_awards',
  title: 'New York Excelsior Jobs Program: Businesses Admitted',
  agency: { name: 'Empire State Development', level: 'state', url: 'https://esd.ny.gov' },
  licence: 'public domain',
  every: 'quarter',
  fetch: socrata('data.ny.gov', 'rerf-sf77'),
  layout: 'verified',
  coverage: 'Businesses admitted since 2010. No addresses, dates or status of the award.',
  recordClass: 'financial_assistance_award',
  idScheme: 'portal',
  state: 'NY',
  tag: 'awards',
  publishes: { status: false, principalAddress: false },
  expect: { min: 300, filled: { type: 0.9 } },
  columns: COLUMNS,
  ignore: columns('esd_region jobs_when_certified research_and_development_commitment'),
  record: (row) => {
    const name = row.need('applicant_name');
    return {
      key: name,
      name,
      searchName: name.replace(/ \(#\d+\)$/, ''),
      type: row.take('type_of_business'),
      filings: [{ type: row.take('track') ?? 'Award', date: null, description: commitmentsOf(row) }],
    };
  },
});

/** `maximum tax credits $500000.00, net new jobs 25, investment $18000000.00`; what is nought is left out. */
function commitmentsOf(row: Row<(typeof COLUMNS)[number]>): string | null {
  const parts = [
    amountOf('maximum tax credits $', row.take('maximum_tax_credits')),
    amountOf('net new jobs ', row.take('net_new_jobs_commitment')),
    amountOf('investment $', row.take('investment_commitment')),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(', ');
}

function amountOf(label: string, amount: string | undefined): string | undefined {
  return amount === undefined || Number(amount) === 0 ? undefined : label + amount;
}
