import { portalDate } from '../../../domain/dates.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { assumedNames } from '../parts.js';
import { ASKED_BY, FILING_COLUMNS } from './daily-filing-columns.js';
import { typeClassOf } from './entity-types.js';

export const usNyDailyFilings = defineSource({
  ...socrata('NY:filings', 'data.ny.gov', 'k4vb-judh', ASKED_BY),
  id: 'us_ny_daily_filings',
  title: 'New York Daily Corporation and Other Entity Filings',
  agency: { name: 'New York Department of State', level: 'state', url: 'https://dos.ny.gov' },
  licence: 'public domain',
  every: 'day',
  layout: 'unverified',
  coverage: 'Thirty days at the publisher; what is loaded here is kept.',
  recordClass: 'filing_event',
  publishes: { status: false, principalAddress: false },
  // No file is the whole of what is kept: nothing is ever marked gone.
  delivery: 'increment',
  expect: { min: 1 },
  ...FILING_COLUMNS,
  record: (row) => {
    const number = row.need('dos_id');
    const name = row.need('corp_name');
    const type = row.need('filing_type');
    const date = portalDate(row.need('filing_date'));
    if (date === undefined) return undefined;
    const former = row.take('pre_corp_name');
    const formerNames = former === undefined ? [] : [{ name: former, kind: 'former' as const }];
    return {
      ...{ key: `${number}:${date}:${type}`, number },
      name,
      otherNames: [...assumedNames(name, row.take('fictitious_name')), ...formerNames],
      type: row.take('entity_type'),
      typeClass: typeClassOf(row),
      filings: [{ type, date, description: row.take('law') ?? null, number }],
    };
  },
});
