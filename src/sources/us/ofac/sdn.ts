import { defineDataset } from '../../declare/index.js';
import { OFAC, OFAC_TABLES, ofacEntry } from './list.js';

const FILES = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

export const usOfacSdn = defineDataset({
  id: 'us_ofac_sdn',
  title: 'OFAC Specially Designated Nationals and Blocked Persons List',
  agency: OFAC,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: ['SDN.CSV', 'ADD.CSV', 'ALT.CSV', 'SDN_COMMENTS.CSV'].map((name) => `${FILES}/${name}`),
    host: 'sanctionslistservice.ofac.treas.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage:
    'Organizations; individuals, vessels and aircraft are not kept. A body that a listed one owns by half is blocked without being listed.',
  delivery: 'snapshot',
  expect: { min: 1 },
  main: 'entries',
  tables: OFAC_TABLES,
  record: (group) => ofacEntry(group, 'Specially Designated Nationals'),
});
