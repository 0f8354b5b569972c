import { portalDate } from '../../../domain/dates.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { formationOf, isForeignType } from '../formation.js';
import { ENTITY_COLUMNS } from './entity-columns.js';
import { addressOf, agentOf } from './entity-parts.js';
import { statusOf, typeOf, withoutStatus } from './entity-types.js';

export const usCoBusinessEntities = defineSource({
  ...socrata('CO', 'data.colorado.gov', '4ykn-tg5h', { key: 'entityid', name: 'entityname' }),
  id: 'us_co_business_entities',
  title: 'Business Entities in Colorado',
  agency: { name: 'Colorado Secretary of State', level: 'state', url: 'https://www.coloradosos.gov' },
  licence: 'public domain',
  every: 'day',
  layout: 'verified',
  coverage: 'Entities of every status since 1869. No officers and no filings.',
  recordClass: 'registry_entity',
  publishes: { officers: false, filings: false },
  expect: { min: 2_500_000, filled: { status: 0.95, type: 0.95, formedDate: 0.9, principalAddress: 0.5 } },
  ...ENTITY_COLUMNS,
  record: (row) => {
    const name = row.need('entityname');
    const type = typeOf(row);
    return {
      key: row.need('entityid'),
      name,
      searchName: withoutStatus(name),
      ...type,
      ...statusOf(row),
      ...formationOf(portalDate(row.take('entityformdate')), isForeignType(type.type)),
      registeredAgent: agentOf(row),
      principalAddress: addressOf(row, 'principal'),
    };
  },
});
