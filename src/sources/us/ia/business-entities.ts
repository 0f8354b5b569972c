import { oneLineAddress } from '../../../domain/places/addresses.js';
import { defineSource, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { IA_CORPORATION } from '../keys.js';
import { LISTED } from '../parts.js';
import { typeByEnding, words } from '../words.js';

const COLUMNS = columns(
  'corp_number legal_name corporation_type effective_date registered_agent ra_address_1 ra_address_2 ra_city',
  'ra_state ra_zip ho_address_1 ho_address_2 ho_city ho_state ho_zip ho_country',
);

/** By the end of the published type: `REVISED DOMESTIC NON-PROFIT` before `DOMESTIC PROFIT`. */
const TYPES = words({
  nonprofit: 'NON-PROFIT',
  corporation: 'PROFIT',
  cooperative: 'CO-OP STOCK',
  llc: 'LIMITED LIABILITY COMPANY',
  llp: 'LIMITED LIABILITY PARTNERSHIP',
  lp: 'LIMITED PARTNERSHIP',
});

export const usIaBusinessEntities = defineSource({
  id: 'us_ia_business_entities',
  title: 'Active Iowa Business Entities',
  agency: { name: 'Iowa Secretary of State', level: 'state', url: 'https://sos.iowa.gov' },
  licence: 'CC BY 4.0',
  every: 'month',
  fetch: {
    kind: 'urls',
    urls: ['https://idh-be.iowa.gov/api/v1/datasets/554/rows.csv'],
    host: 'idh-be.iowa.gov',
    perSecond: 1,
  },
  // Proven by rows of the same columns from the portal that the Iowa Data Hub has replaced.
  layout: 'verified',
  coverage: 'Active entities only. No officers and no filings.',
  recordClass: 'registry_entity',
  idScheme: 'bulk',
  state: 'IA',
  publishes: { officers: false, filings: false },
  activeOnly: true,
  expect: { min: 200_000, filled: { type: 0.95, formedDate: 0.9, registeredAgent: 0.5 } },
  columns: COLUMNS,
  keys: { corp_number: IA_CORPORATION },
  ignore: columns('home_office ra_location ho_location ra_lat ra_lon ho_lat ho_lon'),
  record: (row) => {
    const type = typeByEnding(row, 'corporation_type', TYPES);
    const agent = row.take('registered_agent');
    return {
      key: row.need('corp_number'),
      name: row.need('legal_name'),
      ...type,
      ...LISTED,
      ...formationOf(dateIn(row, 'effective_date'), isForeignType(type.type)),
      registeredAgent:
        agent === undefined ? undefined : { name: agent, address: addressOf(row, 'ra') ?? null },
      principalAddress: addressOf(row, 'ho'),
    };
  },
});

function addressOf(row: Row<(typeof COLUMNS)[number]>, block: 'ra' | 'ho'): string | undefined {
  return oneLineAddress({
    street: [row.take(`${block}_address_1`), row.take(`${block}_address_2`)],
    city: row.take(`${block}_city`),
    state: row.take(`${block}_state`),
    zip: row.take(`${block}_zip`),
    country: block === 'ho' ? row.take('ho_country') : undefined,
  });
}
