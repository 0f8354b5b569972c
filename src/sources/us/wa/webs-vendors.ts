import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { NAME } from '../keys.js';
import { addressIn, assumedNames, LISTED } from '../parts.js';
import { ASKED_BY, vendorKey } from './vendor-key.js';

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
