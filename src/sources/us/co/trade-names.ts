import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { codeIn, dateIn } from '../../support/values.js';
import { CO_ENTITY, UNVERIFIED_NUMBER } from '../keys.js';
import { addressIn, inRole, personIn } from '../parts.js';

const STREET = ['address1', 'address2'] as const;

/**
 * A trade name and who registered it. The columns are those of 2015 without the ZIP+4, as programs that read today's
 * table have them. Unverified, and not read: whether `entitystatus` is of the name or of the entity behind it.
 *
 * Mailing addresses are not kept.
 */
export const usCoTradeNames = defineSource({
  ...socrata('CO:trade-names', 'data.colorado.gov', 'u7sb-g482', {
    key: 'mastertradenameid',
    name: 'tradenamedescription',
  }),
  id: 'us_co_trade_names',
  title: 'Trade Names for Businesses in Colorado',
  agency: { name: 'Colorado Secretary of State', level: 'state', url: 'https://www.coloradosos.gov' },
  licence: 'public domain',
  every: 'day',
  layout: 'unverified',
  coverage:
    'Trade names and their registrants. The status is the registrant’s and is not kept. A person’s street address is not kept.',
  recordClass: 'name_registration',
  publishes: { type: false, status: false, filings: false },
  expect: { min: 200_000, filled: { formedDate: 0.8, officers: 0.8 } },
  columns: columns(
    'mastertradenameid tradenamedescription effectivedate firstname middlename lastname suffix',
    'registrantorganization address1 address2 city state zipcode country entityid',
  ),
  keys: { mastertradenameid: UNVERIFIED_NUMBER },
  // Heading in the download; in portal rows it is `entityid`.
  aliases: { 'Entity ID': 'entityid' },
  ignore: columns(
    'tradenameform entitystatus entityformdate zipcode4 mailingaddress1 mailingaddress2 mailingcity mailingstate',
    'mailingzipcode mailingzipcode4 mailingcountry dateadded',
  ),
  record: (row) => {
    const organization = row.take('registrantorganization');
    const owner = organization === undefined ? 'person' : 'organization';
    const entity = codeIn(row, 'entityid', CO_ENTITY);
    const person = personIn(row, 'firstname', 'middlename', 'lastname', 'suffix');
    return {
      key: row.need('mastertradenameid'),
      name: row.need('tradenamedescription'),
      formedDate: dateIn(row, 'effectivedate'),
      principalAddress: addressIn(row, owner, STREET, 'city', 'state', 'zipcode', 'country'),
      officers: inRole('Registrant', organization ?? person),
      // The registrant's own number in the register: `CO:<number>` is its record.
      identifiers: entity === undefined ? [] : [{ scheme: 'co_entity', value: entity }],
    };
  },
});
