import { defineDataset } from '../../declare/index.js';
import { OFAC, OFAC_TABLES, ofacEntry } from './list.js';

const FILES = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

export const usOfacConsolidated = defineDataset({
  id: 'us_ofac_consolidated',
  title: 'OFAC Consolidated (non-SDN) Sanctions List',
  agency: OFAC,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: ['CONS_PRIM.CSV', 'CONS_ADD.CSV', 'CONS_ALT.CSV', 'CONS_COMMENTS.CSV'].map(
      (name) => `${FILES}/${name}`,
    ),
    host: 'sanctionslistservice.ofac.treas.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage: 'Organizations; individuals, vessels and aircraft are not kept.',
  delivery: 'snapshot',
  expect: { min: 1 },
  main: 'entries',
  tables: OFAC_TABLES,
  record: (group) => ofacEntry(group, 'Consolidated (non-SDN)'),
});
