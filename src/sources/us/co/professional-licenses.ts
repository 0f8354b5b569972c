import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { UNVERIFIED_NUMBER } from '../keys.js';
import { addressIn, licence, numberedWithin, personIn } from '../parts.js';
import { statusIn, words } from '../words.js';

/** The words that are known; the table has more of them. */
const STATUSES = words({
  active: 'Active',
  inactive: 'Expired; Inactive; Revoked; Surrendered; Deceased',
});

/**
 * No row of this table was at hand; its columns are known from programs that read it. It repeats a licence for each
 * case of discipline, which is not kept, so that the rows of a licence are one record. Numbers are given out per
 * kind of licence. Unverified: `entityname` as the name of a firm, and what further columns there are.
 *
 * Discipline, and links to the Department’s pages, are not kept.
 */
export const usCoProfessionalLicenses = defineSource({
  ...socrata('CO:licenses', 'data.colorado.gov', '7s5z-vewr', {
    key: 'licensenumber',
    // The key is written as the Department writes a licence: `FRM.5000999`.
    keyHolds: (key) => [key.slice(key.indexOf('.') + 1)],
    name: 'entityname',
  }),
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
  columns: columns(
    'licensetype licensenumber lastname firstname middlename city state mailzipcode licensefirstissuedate',
    'licensestatusdescription',
  ),
  keys: { licensenumber: UNVERIFIED_NUMBER },
  optional: columns('entityname suffix'),
  ignore: columns(
    'subcategory licenselastreneweddate licenseexpirationdate linktoverifylicense linktoviewhealthcareprofile',
    'casenumber programaction disciplineeffectivedate disciplinecompletedate specialty title degree county',
  ),
  record: (row) => {
    const type = row.need('licensetype');
    const entity = row.take('entityname');
    const name = entity ?? personIn(row, 'firstname', 'middlename', 'lastname', 'suffix');
    if (name === undefined) return undefined;
    return {
      ...numberedWithin(type, '.', row.need('licensenumber')),
      name,
      subjectType: entity === undefined ? 'person' : 'organization',
      type,
      typeClass: undefined,
      ...statusIn(row, 'licensestatusdescription', STATUSES),
      principalAddress: addressIn(row, 'person', [], 'city', 'state', 'mailzipcode'),
      filings: licence(dateIn(row, 'licensefirstissuedate')),
    };
  },
});
