import type { EntityFiling } from '../../../domain/entity.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { UNVERIFIED_NUMBER } from '../keys.js';
import { addressIn, granted, inRole, numberedWithin } from '../parts.js';

const STREET = columns('business_address_line1 business_address_line2');

/**
 * Numbers are given out per kind of licence. The Department's own CSV, of which there were rows, and the portal name
 * some columns otherwise; the portal's are known from programs that read it.
 *
 * Telephone numbers, and mailing addresses, which are homes mostly, are not kept.
 */
const LICENSE_COLUMNS = {
  columns: columns('license_type license_number owner_name business_name business_city_state_zip'),
  keys: { license_number: UNVERIFIED_NUMBER },
  optional: [...STREET, 'license_expiration_date'],
  aliases: {
    NAME: 'owner_name',
    name: 'owner_name',
    license_expiration_date_mmddccyy: 'license_expiration_date',
  },
  carries: { filings: ['license_expiration_date'] },
  ignore: columns(
    'county phone_number owner_telephone business_phone',
    'business_telephone business_county business_county_code business_zip license_subtype unkown_date unknown_date',
    'continuing_education_flag mailing_address_line1 mailing_address_line2 mailing_address_city_state_zip',
    'mailing_address_county mailing_address_county_code business_mailing',
  ),
} as const;

function licenceOf(row: Row<'license_expiration_date'>): readonly EntityFiling[] {
  return granted('License', undefined, dateIn(row, 'license_expiration_date'));
}

/** Portal query for a licence: numbers are per type, so the key is `A/C Technician:1234`. */
const ASKED_BY = {
  key: 'license_number',
  keyHolds: (key: string) => [key.slice(key.lastIndexOf(':') + 1)],
  name: 'business_name',
};

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
