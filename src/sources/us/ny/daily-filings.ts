import { portalDate } from '../../../domain/dates.js';
import type { OtherName } from '../../../domain/entity.js';
import { defineSource, type Row } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { typeClassOf } from './entity-types.js';

/**
 * The last thirty days of filings. No row of this table was at hand; its columns are known from programs that read
 * it. It has no number of the filing, so the key is the entity, the day and the kind of filing: two filings of one
 * kind by one entity on one day are one record.
 */
export const usNyDailyFilings = defineSource({
  id: 'us_ny_daily_filings',
  title: 'New York Daily Corporation and Other Entity Filings',
  agency: { name: 'New York Department of State', level: 'state', url: 'https://dos.ny.gov' },
  licence: 'public domain',
  every: 'day',
  fetch: socrata('data.ny.gov', 'k4vb-judh'),
  layout: 'unverified',
  coverage: 'Thirty days at the publisher; what is loaded here is kept.',
  recordClass: 'filing_event',
  idScheme: 'portal',
  state: 'NY',
  tag: 'filings',
  publishes: { status: false, principalAddress: false },
  // No file is the whole of what is kept: nothing is ever marked gone.
  delivery: 'window',
  expect: { min: Number.MAX_SAFE_INTEGER },
  columns: columns(
    'filing_type dos_id filing_date entity_type corp_name fictitious_name pre_corp_name eff_date law',
  ),
  // Who sent the filing in, and where process is sent, are neither the entity nor its agent.
  ignore: columns(
    'approved_date cnty_prin_ofc filer_name filer_addr1 filer_addr2 filer_city filer_state filer_zip5 sop_name',
    'sop_addr1 sop_addr2 sop_city sop_state sop_zip5',
  ),
  record: (row) => {
    const date = portalDate(row.need('filing_date'));
    const type = row.need('filing_type');
    if (date === undefined) return undefined;
    return {
      key: `${row.need('dos_id')}:${date}:${type}`,
      name: row.need('corp_name'),
      otherNames: [...nameIn(row, 'fictitious_name', 'assumed'), ...nameIn(row, 'pre_corp_name', 'former')],
      type: row.take('entity_type'),
      typeClass: typeClassOf(row),
      filings: [{ type, date, description: descriptionOf(row, date), number: row.take('dos_id') }],
    };
  },
});

function nameIn(
  row: Row<'fictitious_name' | 'pre_corp_name'>,
  column: 'fictitious_name' | 'pre_corp_name',
  kind: OtherName['kind'],
): OtherName[] {
  const name = row.take(column);
  return name === undefined ? [] : [{ name, kind }];
}

function descriptionOf(row: Row<'law' | 'eff_date'>, filed: string): string | null {
  const law = row.take('law');
  const effective = portalDate(row.take('eff_date'));
  const parts = [
    ...(law === undefined ? [] : [`law: ${law}`]),
    ...(effective === undefined || effective === filed ? [] : [`effective ${effective}`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
