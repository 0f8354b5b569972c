import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { addressIn, licence, numberedWithin, personIn } from '../parts.js';
import { statusIn } from '../words.js';
import { ASKED_BY, LICENSE_COLUMNS, STATUSES } from './license-columns.js';

export const usCoProfessionalLicenses = defineSource({
  ...socrata('CO:licenses', 'data.colorado.gov', '7s5z-vewr', ASKED_BY),
  id: 'us_co_professional_licenses',
  title: 'Professional and Occupational Licenses in Colorado',
  agency: {
    name: 'Colorado Department of Regulatory Agencies',
    level: 'state',
    url: 'https://dora.colorado.gov',
  },
  licence: 'public domain',
  every: 'day',
  layout: 'unverified',
  coverage: 'Licences of all statuses. Discipline is not kept; the publisher gives city and ZIP only.',
  recordClass: 'license',
  publishes: { officers: false },
  expect: { min: 1_000_000, filled: { status: 0.9, type: 0.95 } },
  ...LICENSE_COLUMNS,
  record: (row) => {
    const type = row.need('licensetype');
    const entity = row.take('entityname');
    const name = entity ?? personIn(row, 'firstname', 'middlename', 'lastname', 'suffix');
    if (name === undefined) return undefined;
    return {
      // As the Department writes a licence: `FRM.5000999`.
      ...numberedWithin(type, '.', row.need('licensenumber')),
      name,
      subjectType: entity === undefined ? 'person' : 'organization',
      type,
      ...statusIn(row, 'licensestatusdescription', STATUSES),
      principalAddress: addressIn(row, 'person', [], 'city', 'state', 'mailzipcode'),
      filings: licence(row.take('licensefirstissuedate')),
    };
  },
});
