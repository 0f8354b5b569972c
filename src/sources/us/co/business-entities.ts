import type { Activity, TypeClass } from '../../../contract/vocabulary.js';
import { withoutStatusPhrases } from '../../../domain/business-names/status-phrase.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { CO_ENTITY } from '../keys.js';
import { addressIn, personIn } from '../parts.js';

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

function typeOf(row: Row<'entitytype' | 'entitytypeverbatim'>) {
  const code = row.take('entitytype');
  // Files of 2015 have the type in words next to the code.
  const verbatim = row.take('entitytypeverbatim');
  const [type, typeClass] = ENTITY_TYPES.get(code ?? '') ?? [];
  if (code !== undefined && type === undefined) row.unknown('entitytype', code);
  return { type: type ?? verbatim ?? code, typeClass };
}

function statusOf(row: Row<'entitystatus'>) {
  const status = row.take('entitystatus');
  const activity = ACTIVITY_BY_STATUS.get(status ?? '');
  if (status !== undefined && activity === undefined) row.unknown('entitystatus', status);
  return { status, activity };
}

/**
 * Colorado's entity type codes: D is domestic, F foreign, P profit, N nonprofit; 55 and 56 are the articles of
 * title 7 of the Revised Statutes under which cooperatives form. The portal publishes no legend, so that codes
 * whose meaning is not certain (DT, IC, WC, SL, CS, FO, SP) are left out: they stay as they are.
 */
const ENTITY_TYPES: ReadonlyMap<string, readonly [type: string, typeClass: TypeClass]> = new Map([
  ['DPC', ['Domestic Profit Corporation', 'corporation']],
  ['FPC', ['Foreign Profit Corporation', 'corporation']],
  ['DPC-PBC', ['Domestic Profit Corporation, Public Benefit Corporation', 'corporation']],
  ['DNC', ['Domestic Nonprofit Corporation', 'nonprofit']],
  ['FNC', ['Foreign Nonprofit Corporation', 'nonprofit']],
  ['UNA', ['Unincorporated Nonprofit Association', 'nonprofit']],
  ['DLLC', ['Domestic Limited Liability Company', 'llc']],
  ['FLLC', ['Foreign Limited Liability Company', 'llc']],
  ['DLP', ['Domestic Limited Partnership', 'lp']],
  ['FLP', ['Foreign Limited Partnership', 'lp']],
  ['DLLLP', ['Domestic Limited Liability Limited Partnership', 'lp']],
  ['FLLLP', ['Foreign Limited Liability Limited Partnership', 'lp']],
  ['DLLP', ['Domestic Limited Liability Partnership', 'llp']],
  ['FLLP', ['Foreign Limited Liability Partnership', 'llp']],
  ['DLPA', ['Domestic Limited Partnership Association', 'other']],
  ['FLPA', ['Foreign Limited Partnership Association', 'other']],
  ['DLCA', ['Domestic Limited Cooperative Association', 'cooperative']],
  ['FLCA', ['Foreign Limited Cooperative Association', 'cooperative']],
  ['DLCA-PBC', ['Domestic Limited Cooperative Association, Public Benefit Corporation', 'cooperative']],
  ['DC55', ['Domestic Cooperative (Article 55)', 'cooperative']],
  ['DC55-PBC', ['Domestic Cooperative (Article 55), Public Benefit Corporation', 'cooperative']],
  ['DC56', ['Domestic Cooperative (Article 56)', 'cooperative']],
  ['DC56-PBC', ['Domestic Cooperative (Article 56), Public Benefit Corporation', 'cooperative']],
  ['FCOOP', ['Foreign Cooperative', 'cooperative']],
  ['GP', ['General Partnership', 'other']],
  ['CU', ['Credit Union', 'other']],
]);

/**
 * An entity that has ended, or is delinquent, has that written into its name by the register (`, Delinquent
 * May 1, 2016`); one in good standing, that owes a report (Noncompliant) or owes none (Exists) has not. The
 * table follows the register. An entity whose agent resigned exists until it is declared delinquent.
 */
const ACTIVITY_BY_STATUS: ReadonlyMap<string, Activity> = new Map([
  ['Good Standing', 'active'],
  ['Exists', 'active'],
  ['Noncompliant', 'active'],
  ['Registered Agent Resigned', 'active'],
  ['Delinquent', 'inactive'],
  ['Administratively Dissolved', 'inactive'],
  ['Voluntarily Dissolved', 'inactive'],
  ['Judicially Dissolved', 'inactive'],
  ['Dissolved (Term Expired)', 'inactive'],
  ['Revoked', 'inactive'],
  ['Withdrawn', 'inactive'],
  ['Merged', 'inactive'],
  ['Consolidated', 'inactive'],
  ['Converted', 'inactive'],
]);
