import { portalDate } from '../../../domain/dates.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { addressIn, inRole, personIn } from '../parts.js';
import { TRADE_NAME_COLUMNS } from './trade-name-columns.js';

const STREET = ['address1', 'address2'] as const;

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
  coverage: 'Trade names and their registrants. No status. A person’s street address is not kept.',
  recordClass: 'name_registration',
  publishes: { type: false, status: 'withheld', filings: false },
  expect: { min: 200_000, filled: { formedDate: 0.8, officers: 0.8 } },
  ...TRADE_NAME_COLUMNS,
  record: (row) => {
    const organization = row.take('registrantorganization');
    const owner = organization === undefined ? 'person' : 'organization';
    const entity = row.take('entityid');
    const person = personIn(row, 'firstname', 'middlename', 'lastname', 'suffix');
    return {
      key: row.need('mastertradenameid'),
      name: row.need('tradenamedescription'),
      formedDate: portalDate(row.take('effectivedate')),
      principalAddress: addressIn(row, owner, STREET, 'city', 'state', 'zipcode', 'country'),
      officers: inRole('Registrant', organization ?? person),
      // The registrant's own number in the register: `CO:<number>` is its record.
      identifiers: entity === undefined ? [] : [{ scheme: 'co_entity', value: entity }],
    };
  },
});
