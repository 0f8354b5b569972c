import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { NY_DOS_ID } from '../keys.js';
import { assumedNames } from '../parts.js';
import { typeClassOf } from './entity-types.js';

/**
 * The last thirty days of filings. No row of this table was at hand; its columns are known from programs that read
 * it. It has no number of the filing, so the key is the entity, the day and the kind of filing: two filings of one
 * kind by one entity on one day are one record.
 *
 * Who sent the filing in, and where process is sent, are neither the entity nor its agent.
 */
export const usNyDailyFilings = defineSource({
  ...socrata('NY:filings', 'data.ny.gov', 'k4vb-judh', {
    key: 'dos_id',
    keyHolds: (key) => [key.slice(0, key.indexOf(':'))],
    name: 'corp_name',
    // Thirty days are read whole every time.
    cursor: null,
  }),
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
  columns: columns('filing_type dos_id filing_date entity_type corp_name fictitious_name pre_corp_name law'),
  keys: { dos_id: NY_DOS_ID },
  ignore: columns(
    'approved_date eff_date cnty_prin_ofc filer_name filer_addr1 filer_addr2 filer_city filer_state filer_zip5',
    'sop_name sop_addr1 sop_addr2 sop_city sop_state sop_zip5',
  ),
  record: (row) => {
    const number = row.need('dos_id');
    const name = row.need('corp_name');
    const type = row.need('filing_type');
    row.need('filing_date');
    const date = dateIn(row, 'filing_date');
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
