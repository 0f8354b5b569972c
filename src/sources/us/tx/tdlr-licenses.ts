import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { addressIn, inRole, numberedWithin } from '../parts.js';
import { ASKED_BY, LICENSE_COLUMNS, licenceOf, STREET } from './tdlr-columns.js';

export const usTxTdlrLicenses = defineSource({
  ...socrata('TX:licenses', 'data.texas.gov', '7358-krk7', ASKED_BY),
  id: 'us_tx_tdlr_licenses',
  title: 'Texas TDLR: All Licenses',
  agency: {
    name: 'Texas Department of Licensing and Regulation',
    level: 'state',
    url: 'https://tdlr.texas.gov',
  },
  licence: 'public record',
  every: 'week',
  layout: 'unverified',
  coverage: 'Licences with their day of expiry and no status. A person’s street address is not kept.',
  recordClass: 'license',
  publishes: { status: false },
  expect: { min: 600_000, filled: { type: 0.95 } },
  ...LICENSE_COLUMNS,
  record: (row) => {
    const type = row.need('license_type');
    const owner = row.take('owner_name');
    const name = row.take('business_name') ?? owner;
    if (name === undefined) return undefined;
    const subjectType = subjectTypeOfName(name);
    return {
      ...numberedWithin(type, ':', row.need('license_number')),
      name,
      subjectType,
      type,
      typeClass: undefined,
      principalAddress: addressIn(row, subjectType, STREET, 'business_city_state_zip'),
      officers: owner === name ? [] : inRole('Owner', owner),
      filings: licenceOf(row),
    };
  },
});
