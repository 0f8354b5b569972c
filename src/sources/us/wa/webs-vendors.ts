import { oneLineAddress } from '../../../domain/addresses.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';

/**
 * One row per vendor and commodity, without a number of the vendor. The key is built of the name, the city and the
 * state, as published: `Acme Widgets, Inc.; Tacoma; WA`. Rows of one key are one record; a vendor that changes its
 * spelling is a new one. Commodities, telephone and e-mail are not kept.
 */
export const usWaWebsVendors = defineSource({
  id: 'us_wa_webs_vendors',
  title: 'Washington WEBS Vendors',
  agency: {
    name: 'Washington State Department of Enterprise Services',
    level: 'state',
    url: 'https://des.wa.gov',
  },
  licence: 'public record',
  every: 'month',
  fetch: socrata('data.wa.gov', '3kwi-7zsj'),
  layout: 'verified',
  coverage: 'Active vendors that chose to be listed. Addresses are city and state at the publisher.',
  recordClass: 'government_vendor',
  idScheme: 'portal',
  state: 'WA',
  tag: 'vendors',
  publishes: { type: false, officers: false, filings: false },
  expect: { min: 5_000 },
  columns: columns('company_name dba_name city state'),
  ignore: columns(
    'phone_number contact_email web_address code description_of_work omwbe small_business veteran_owned other_cert',
    'other_cert_2 updated_at',
  ),
  record: (row) => {
    const name = row.need('company_name');
    const place = { city: row.take('city'), state: row.take('state') };
    const assumed = row.take('dba_name');
    return {
      key: [name, place.city, place.state].filter((part) => part !== undefined).join('; '),
      name,
      otherNames: assumed === undefined || assumed === name ? [] : [{ name: assumed, kind: 'assumed' }],
      subjectType: subjectTypeOfName(name),
      // The list holds active vendors and no status: being on it is the status.
      status: 'Active',
      activity: 'active',
      principalAddress: oneLineAddress({ street: undefined, ...place }),
    };
  },
});
