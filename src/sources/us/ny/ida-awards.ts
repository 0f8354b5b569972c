import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { NAME } from '../keys.js';

/**
 * Businesses admitted to the Excelsior Jobs Program. Awards have no number: the key is the applicant's name
 * as published; a second award is marked `(#2)` after the name.
 */
export const usNyIdaAwards = defineSource({
  ...socrata('NY:awards', 'data.ny.gov', 'rerf-sf77', { key: 'applicant_name', name: 'applicant_name' }),
  id: 'us_ny_ida_awards',
  title: 'New York Excelsior Jobs Program: Businesses Admitted',
  agency: { name: 'Empire State Development', level: 'state', url: 'https://esd.ny.gov' },
  licence: 'public domain',
  every: 'quarter',
  layout: 'verified',
  coverage: 'Businesses admitted since 2010. No addresses, dates or status of the award.',
  recordClass: 'financial_assistance_award',
  publishes: { status: false, principalAddress: false },
  expect: { min: 300, filled: { type: 0.9 } },
  columns: columns('applicant_name type_of_business track net_new_jobs_commitment maximum_tax_credits'),
  keys: { applicant_name: NAME },
  ignore: columns('esd_region jobs_when_certified investment_commitment research_and_development_commitment'),
  record: (row) => {
    const name = row.need('applicant_name');
    const credits = row.take('maximum_tax_credits');
    const jobs = row.take('net_new_jobs_commitment');
    const amounts = [credits && `maximum tax credits $${credits}`, jobs && `net new jobs ${jobs}`];
    const description = amounts.filter((amount) => amount !== undefined).join('; ') || null;
    return {
      key: name,
      number: null,
      name,
      searchName: name.replace(/ \(#\d+\)$/, ''),
      type: row.take('type_of_business'),
      typeClass: undefined,
      filings: [{ type: row.take('track') ?? 'Award', date: null, description }],
    };
  },
});
