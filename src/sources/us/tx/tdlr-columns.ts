import type { EntityFiling } from '../../../domain/entity.js';
import type { Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { UNVERIFIED_NUMBER } from '../keys.js';
import { granted } from '../parts.js';

export const STREET = columns('business_address_line1 business_address_line2');

/**
 * Numbers are given out per kind of licence. The Department's own CSV, of which there were rows, and the portal name
 * some columns otherwise; the portal's are known from programs that read it.
 *
 * Telephone numbers, and mailing addresses, which are homes mostly, are not kept.
 */
export const LICENSE_COLUMNS = {
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

export function licenceOf(row: Row<'license_expiration_date'>): readonly EntityFiling[] {
  return granted('License', undefined, dateIn(row, 'license_expiration_date'));
}

/** Portal query for a licence: numbers are per type, so the key is `A/C Technician:1234`. */
export const ASKED_BY = {
  key: 'license_number',
  keyHolds: (key: string) => [key.slice(key.lastIndexOf(':') + 1)],
  name: 'business_name',
};
