import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { NAME } from '../keys.js';
import { addressIn, assumedNames, LISTED } from '../parts.js';

/**
 * Name, city and state as published, `Acme Widgets, Inc.; Tacoma; WA`. Rows of one key are one record; another
 * spelling is another record.
 */
function vendorKey(name: string, city: string | undefined, state: string | undefined): string {
  return [name, city, state].filter((part) => part !== undefined).join('; ');
}

/** Portal query for a vendor; small enough to always be read completely. */
const ASKED_BY = {
  key: 'company_name',
  keyHolds: namesIn,
  name: 'company_name',
  cursor: null,
} as const;

/** City and state may be missing, and a name may hold `; ` itself. */
function namesIn(key: string): string[] {
  const parts = key.split('; ');
  return [0, 1, 2]
    .map((less) => parts.slice(0, parts.length - less).join('; '))
    .filter((name) => name !== '');
}

/** One row per vendor and commodity, without a number of the vendor. */
export const usWaWebsVendors = defineSource({
  ...socrata('WA:vendors', 'data.wa.gov', '3kwi-7zsj', ASKED_BY),
  id: 'us_wa_webs_vendors',
  title: 'Washington WEBS Vendors',
  agency: { name: 'Washington Department of Enterprise Services', level: 'state', url: 'https://des.wa.gov' },
  licence: 'public record',
  every: 'month',
  layout: 'verified',
  coverage: 'Active vendors that chose to be listed. Addresses are city and state at the publisher.',
  recordClass: 'government_vendor',
  publishes: { type: false, officers: false, filings: false },
  activeOnly: true,
  expect: { min: 5_000 },
  columns: columns('company_name dba_name city state'),
  keys: { company_name: NAME },
  ignore: columns(
    'phone_number contact_email web_address code description_of_work omwbe small_business veteran_owned other_cert',
    'other_cert_2 updated_at',
  ),
  record: (row) => {
    const name = row.need('company_name');
    return {
      key: vendorKey(name, row.take('city'), row.take('state')),
      number: null,
      name,
      otherNames: assumedNames(name, row.take('dba_name')),
      subjectType: subjectTypeOfName(name),
      ...LISTED,
      principalAddress: addressIn(row, 'organization', [], 'city', 'state'),
    };
  },
});
