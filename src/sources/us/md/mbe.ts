import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { subjectAddress } from '../subject-address.js';

export const usMdMbe = defineSource({
  id: 'us_md_mbe',
  title: 'Maryland Minority Business Enterprise Directory',
  agency: {
    name: 'Maryland Department of Transportation',
    level: 'state',
    url: 'https://mbe.mdot.maryland.gov',
  },
  licence: 'public record',
  every: 'month',
  fetch: socrata('data.maryland.gov', 'viap-eh6m'),
  // Rows of 2017 prove it; the table of 2015 had other columns, without a certification number, and is not read.
  layout: 'verified',
  coverage: 'Certified firms only. A person’s street address is not kept.',
  recordClass: 'government_vendor',
  idScheme: 'portal',
  state: 'MD',
  tag: 'vendors',
  publishes: { type: false, filings: false },
  expect: { min: 3_000 },
  columns: columns('certification_number name address city state zip contact'),
  ignore: columns(
    'county minority_group phone fax certification_date contact_email_address website naics_code products_services',
  ),
  record: (row) => {
    const name = row.need('name');
    const subjectType = subjectTypeOfName(name);
    const contact = row.take('contact');
    return {
      key: row.need('certification_number'),
      name,
      subjectType,
      // The directory holds certified firms and no status: being in it is the status.
      status: 'Active',
      activity: 'active',
      principalAddress: subjectAddress(subjectType, {
        street: row.take('address'),
        city: row.take('city'),
        state: row.take('state'),
        zip: row.take('zip'),
      }),
      officers: contact === undefined ? [] : [{ name: contact, title: 'Contact' }],
    };
  },
});
