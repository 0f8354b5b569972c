import { defineSecSource } from '../../declare.js';
import { SEC, SEC_HOST } from './agency.js';
import { openIndex } from './index-lines.js';

export const usSecFullIndex = defineSecSource({
  id: 'us_sec_full_index',
  title: 'SEC EDGAR full index',
  agency: SEC,
  licence: 'public domain',
  every: 'week',
  fetch: { kind: 'urls', urls: ['https://www.sec.gov/Archives/edgar/full-index/master.gz'], ...SEC_HOST },
  layout: 'verified',
  coverage: 'All filings since 1993, a file for each quarter, with the names of the filers as filed.',
  delivery: 'window',
  expect: { min: 50_000 },
  input: { kind: 'lines', open: () => openIndex('quarterly') },
});
