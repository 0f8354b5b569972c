import type { FixedFields } from '../../declare/index.js';

export const RECORD_LENGTH = 2098;

/** Ten owner blocks of 171 characters, starting at position 389. */
export const OWNERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

type OwnerField = `own${(typeof OWNERS)[number]}_${'name' | 'name_format'}`;

const NAME_FIELDS = {
  doc_num: [1, 12],
  name: [13, 192],
  addr1: [217, 40],
  addr2: [257, 40],
  city: [297, 28],
  state: [325, 2],
  zip: [327, 10],
  country: [337, 2],
  filing_date: [339, 8],
  status: [352, 1],
  cancellation_date: [353, 8],
  expiration_date: [361, 8],
  fei_num: [374, 14],
} as const satisfies FixedFields;

export type FictitiousField = keyof typeof NAME_FIELDS | OwnerField;

/**
 * The fields that are read, of the layout the Division publishes for `ficdata`. Left out by decision: the county,
 * pages, owners' addresses (homes, mostly), their numbers and charters.
 */
export const FICTITIOUS_FIELDS: FixedFields = {
  ...NAME_FIELDS,
  ...Object.fromEntries(
    OWNERS.flatMap((owner): [OwnerField, [number, number]][] => [
      [`own${owner}_name`, [401 + 171 * (owner - 1), 55]],
      [`own${owner}_name_format`, [456 + 171 * (owner - 1), 1]],
    ]),
  ),
};

export const FICTITIOUS_COLUMNS = Object.keys(FICTITIOUS_FIELDS) as readonly FictitiousField[];
