import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { MD_CERTIFICATION } from '../keys.js';
import { addressIn, event, inRole, LISTED } from '../parts.js';

export const usMdMbe = defineSource({
  ...socrata('MD:vendors', 'data.maryland.gov', 'viap-eh6m', { key: 'certification_number', name: 'name' }),
  id: 'us_md_mbe',
  title: 'Maryland Minority Business Enterprise Directory',
  agency: { name: 'Maryland Department of Transportation', level: 'state', url: 'https://mdot.maryland.gov' },
  licence: 'public record',
  every: 'month',
  // Rows of 2017 prove it; the table of 2015 had other columns, without a certification number, and is not read.
  layout: 'verified',
  coverage: 'Certified firms only. A person’s street address is not kept.',
  recordClass: 'government_vendor',
  publishes: { type: false },
  activeOnly: true,
  expect: { min: 3_000 },
  columns: columns('certification_number name address city state zip contact certification_date'),
  keys: { certification_number: MD_CERTIFICATION },
  ignore: columns(
    'county minority_group phone fax contact_email_address website naics_code products_services',
  ),
  record: (row) => {
    const name = row.need('name');
    const subjectType = subjectTypeOfName(name);
    return {
      key: row.need('certification_number'),
      name,
      subjectType,
      ...LISTED,
      principalAddress: addressIn(row, subjectType, ['address'], 'city', 'state', 'zip'),
      officers: inRole('Contact', row.take('contact')),
      filings: event('Certification', dateIn(row, 'certification_date')),
    };
  },
});
