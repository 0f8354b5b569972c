import { portalDate } from '../../../domain/dates.js';
import { personName } from '../../../domain/person-name.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { subjectAddress } from '../subject-address.js';

/**
 * A trade name and who registered it: an organisation, or a person in four parts. The columns are those of 2015
 * without the ZIP+4, as programs that read the table of today have them. Unverified, and not read: whether
 * `entitystatus` and `entityformdate` are of the name or of the entity behind it.
 */
export const usCoTradeNames = defineSource({
  id: 'us_co_trade_names',
  title: 'Trade Names for Businesses in Colorado',
  agency: { name: 'Colorado Secretary of State', level: 'state', url: 'https://www.coloradosos.gov' },
  licence: 'public domain',
  every: 'day',
  fetch: socrata('data.colorado.gov', 'u7sb-g482'),
  layout: 'unverified',
  coverage: 'Trade names and their registrants. No status. A person’s street address is not kept.',
  recordClass: 'name_registration',
  idScheme: 'portal',
  state: 'CO',
  tag: 'trade-names',
  publishes: { status: false, filings: false },
  expect: { min: 200_000, filled: { formedDate: 0.8, officers: 0.8 } },
  columns: columns(
    'mastertradenameid tradenamedescription tradenameform effectivedate firstname middlename lastname suffix',
    'registrantorganization address1 address2 city state zipcode country',
  ),
  ignore: columns(
    'entityid entitystatus entityformdate zipcode4 mailingaddress1 mailingaddress2 mailingcity mailingstate',
    'mailingzipcode mailingzipcode4 mailingcountry dateadded',
  ),
  record: (row) => {
    const person = personName({
      first: row.take('firstname'),
      middle: row.take('middlename'),
      last: row.take('lastname'),
      suffix: row.take('suffix'),
    });
    const organization = row.take('registrantorganization');
    const registrant = organization ?? person;
    return {
      key: row.need('mastertradenameid'),
      name: row.need('tradenamedescription'),
      type: row.take('tradenameform'),
      formedDate: portalDate(row.take('effectivedate')),
      principalAddress: subjectAddress(organization === undefined ? 'person' : 'organization', {
        street: [row.take('address1'), row.take('address2')],
        city: row.take('city'),
        state: row.take('state'),
        zip: row.take('zipcode'),
        country: row.take('country'),
      }),
      officers: registrant === undefined ? [] : [{ name: registrant, title: 'Registrant' }],
    };
  },
});
