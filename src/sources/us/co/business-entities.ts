import { withoutStatusPhrases } from '../../../domain/business-names/status-phrase.js';
import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { CO_ENTITY } from '../keys.js';
import { addressIn, personIn } from '../parts.js';
import { statusOf, typeOf } from './entity-types.js';

/** Street, city, state, ZIP and country. */
const PRINCIPAL = addressColumns('principal');
const AGENT = addressColumns('agentprincipal');
const AGENT_MAIL = addressColumns('agentmailing');

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
  columns: columns(
    'entityid entityname entitystatus entitytype entityformdate principaladdress1 principaladdress2',
    'principalcity principalstate principalzipcode principalcountry agentfirstname agentmiddlename agentlastname',
    'agentsuffix agentorganizationname agentprincipaladdress1 agentprincipaladdress2 agentprincipalcity',
    'agentprincipalstate agentprincipalzipcode agentprincipalcountry agentmailingaddress1 agentmailingaddress2',
    'agentmailingcity agentmailingstate agentmailingzipcode agentmailingcountry',
  ),
  keys: { entityid: CO_ENTITY },
  optional: ['entitytypeverbatim'],
  // The portal misspells `jurisdictonofformation`; the contract has no field for it, nor for a mailing address.
  ignore: columns(
    'jurisdictonofformation location mailingaddress1 mailingaddress2 mailingcity mailingstate mailingzipcode',
    'mailingcountry',
  ),
  record: (row) => {
    const name = row.need('entityname');
    const type = typeOf(row);
    const person = personIn(row, 'agentfirstname', 'agentmiddlename', 'agentlastname', 'agentsuffix');
    // A person in four parts or an organisation; about a fifth of the entities have neither.
    const agent = row.take('agentorganizationname') ?? person;
    const agentAddress =
      addressIn(row, 'organization', ...AGENT) ?? addressIn(row, 'organization', ...AGENT_MAIL);
    return {
      key: row.need('entityid'),
      name,
      // 43 % of the names carry one.
      searchName: withoutStatusPhrases(name),
      ...type,
      ...statusOf(row),
      ...formationOf(dateIn(row, 'entityformdate'), isForeignType(type.type)),
      registeredAgent: agent === undefined ? undefined : { name: agent, address: agentAddress ?? null },
      principalAddress: addressIn(row, 'organization', ...PRINCIPAL),
    };
  },
});

function addressColumns<Block extends string>(block: Block) {
  const street = [`${block}address1`, `${block}address2`] as const;
  return [street, `${block}city`, `${block}state`, `${block}zipcode`, `${block}country`] as const;
}
