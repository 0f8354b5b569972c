import { defineGroupedSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { licenseRecord } from './license-record.js';
import { LICENSE_TABLES } from './license-tables.js';

export const usIlProfessionalLicenses = defineGroupedSource({
  ...socrata('IL:licenses', 'data.illinois.gov', 'pzzh-kp68', {
    key: 'license_number',
    name: 'business_name',
  }),
  id: 'us_il_professional_licenses',
  title: 'Illinois Professional Licenses',
  agency: {
    name: 'Illinois Department of Financial and Professional Regulation',
    level: 'state',
    url: 'https://idfpr.illinois.gov',
  },
  licence: 'ODbL 1.0',
  every: 'week',
  layout: 'unverified',
  coverage: 'Licences of all statuses. Discipline is not kept, addresses are city and ZIP at the publisher.',
  recordClass: 'license',
  publishes: { officers: false },
  expect: { min: 3_000_000, filled: { status: 0.95, type: 0.95 } },
  tables: LICENSE_TABLES,
  main: 'main',
  record: (group) => {
    const row = group.one('main');
    return row && licenseRecord(row);
  },
});
