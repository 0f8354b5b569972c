import { defineSource } from '../../declare/index.js';
import { socrataFiles } from '../../families/socrata.js';
import { CARRIER_COLUMNS } from './carrier-columns.js';
import { carrierRecord } from './carrier-record.js';

export const usFmcsaCarriers = defineSource({
  id: 'us_fmcsa_carriers',
  title: 'FMCSA Motor Carrier Census',
  agency: {
    name: 'Federal Motor Carrier Safety Administration',
    level: 'federal',
    url: 'https://www.fmcsa.dot.gov',
  },
  licence: 'public domain',
  every: 'month',
  fetch: socrataFiles('data.transportation.gov', 'az4n-8mr2'),
  layout: 'unverified',
  coverage:
    'Carriers with a USDOT number. A person’s street address is not kept; nor are telephone and e-mail.',
  recordClass: 'federal_registration',
  idScheme: 'bulk',
  state: null,
  publishes: { formedDate: false },
  expect: { min: 1_000_000, filled: { principalAddress: 0.9 } },
  ...CARRIER_COLUMNS,
  record: carrierRecord,
});
