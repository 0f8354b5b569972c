import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { addressIn, inRole } from '../parts.js';

/**
 * Numbers are given out per kind of licence. The Department's own CSV, of which there were rows, and the portal name
 * some columns otherwise; the portal's are known from programs that read it. Mailing addresses are homes, mostly.
 */
export const usTxTdlrLicenses = defineSource({
  ...socrata({ host: 'data.texas.gov', datasets: ['7358-krk7'], state: 'TX', tag: 'licenses' }),
  id: 'us_tx_tdlr_licenses',
  title: 'Texas TDLR: All Licenses',
  agency: {
    name: 'Texas Department of Licensing and Regulation',
    level: 'state',
    url: 'https://www.tdlr.texas.gov',
  },
  licence: 'public record',
  every: 'week',
  layout: 'unverified',
  coverage: 'Licences with their day of expiry and no status. A person’s street address is not kept.',
  recordClass: 'license',
  publishes: { status: false, filings: false },
  expect: { min: 600_000, filled: { type: 0.95 } },
  columns: columns('license_type license_number owner_name business_name business_city_state_zip'),
  optional: columns('business_address_line1 business_address_line2'),
  aliases: { NAME: 'owner_name', name: 'owner_name' },
  ignore: columns(
    'license_expiration_date license_expiration_date_mmddccyy county phone_number owner_telephone business_phone',
    'business_telephone business_county business_county_code business_zip license_subtype unkown_date unknown_date',
    'continuing_education_flag mailing_address_line1 mailing_address_line2 mailing_address_city_state_zip',
    'mailing_address_county mailing_address_county_code business_mailing',
  ),
  record: (row) => {
    const type = row.need('license_type');
    const owner = row.take('owner_name');
    const name = row.take('business_name') ?? owner;
    if (name === undefined) return undefined;
    const subjectType = subjectTypeOfName(name);
    const key = `${type}:${row.need('license_number')}`;
    const officers = owner === name ? [] : inRole('Owner', owner);
    return {
      key,
      name,
      subjectType,
      type,
      principalAddress: addressIn(
        row,
        subjectType,
        ['business_address_line1', 'business_address_line2'],
        'business_city_state_zip',
      ),
      officers,
    };
  },
});
