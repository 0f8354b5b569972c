import { oneLineAddress } from '../../../domain/addresses.js';
import { portalDate } from '../../../domain/dates.js';
import type { RegisteredAgent } from '../../../domain/entity.js';
import { personName } from '../../../domain/person-name.js';
import { defineSource, type Row } from '../../declare.js';
import { columns } from '../../support/columns.js';
import { statusOf, typeOf, withoutStatus } from './entity-types.js';

const COLUMNS = columns(
  'entityid entityname entitystatus entitytype entityformdate principaladdress1 principaladdress2',
  'principalcity principalstate principalzipcode principalcountry agentfirstname agentmiddlename agentlastname',
  'agentsuffix agentorganizationname agentprincipaladdress1 agentprincipaladdress2 agentprincipalcity',
  'agentprincipalstate agentprincipalzipcode agentprincipalcountry agentmailingaddress1 agentmailingaddress2',
  'agentmailingcity agentmailingstate agentmailingzipcode agentmailingcountry',
);
type EntityRow = Row<(typeof COLUMNS)[number]>;

export const usCoBusinessEntities = defineSource({
  id: 'us_co_business_entities',
  title: 'Business Entities in Colorado',
  agency: { name: 'Colorado Secretary of State', level: 'state', url: 'https://www.coloradosos.gov' },
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: ['https://data.colorado.gov/api/views/4ykn-tg5h/rows.csv?accessType=DOWNLOAD'],
    host: 'data.colorado.gov',
    perSecond: 1,
  },
  portal: {
    kind: 'socrata',
    host: 'data.colorado.gov',
    tables: { main: '4ykn-tg5h' },
    key: ['entityid'],
    names: ['entityname'],
  },
  layout: 'verified',
  coverage: 'All entities since 1869, whatever their status. No officers and no filings.',
  recordClass: 'registry_entity',
  idScheme: 'portal',
  state: 'CO',
  publishes: { officers: false, filings: false },
  expect: { min: 2_500_000, filled: { status: 0.95, type: 0.95, formedDate: 0.9, principalAddress: 0.5 } },
  columns: COLUMNS,
  optional: ['entitytypeverbatim'],
  // The portal misspells `jurisdictonofformation`; the contract has no field for it, nor for a mailing address.
  ignore: columns(
    'jurisdictonofformation location mailingaddress1 mailingaddress2 mailingcity mailingstate mailingzipcode',
    'mailingcountry',
  ),
  record: (row) => {
    const name = row.need('entityname');
    return {
      key: row.need('entityid'),
      name,
      searchName: withoutStatus(name),
      ...typeOf(row),
      ...statusOf(row),
      formedDate: portalDate(row.take('entityformdate')),
      registeredAgent: agentOf(row),
      principalAddress: addressOf(row, 'principal'),
    };
  },
});

/** A person in four parts or an organisation; about a fifth of the entities have neither. */
function agentOf(row: EntityRow): RegisteredAgent | undefined {
  const person = personName({
    first: row.take('agentfirstname'),
    middle: row.take('agentmiddlename'),
    last: row.take('agentlastname'),
    suffix: row.take('agentsuffix'),
  });
  const name = row.take('agentorganizationname') ?? person;
  const address = addressOf(row, 'agentprincipal') ?? addressOf(row, 'agentmailing') ?? null;
  return name === undefined ? undefined : { name, address };
}

function addressOf(row: EntityRow, block: 'principal' | 'agentprincipal' | 'agentmailing') {
  return oneLineAddress({
    street: [row.take(`${block}address1`), row.take(`${block}address2`)],
    city: row.take(`${block}city`),
    state: row.take(`${block}state`),
    zip: row.take(`${block}zipcode`),
    country: row.take(`${block}country`),
  });
}
