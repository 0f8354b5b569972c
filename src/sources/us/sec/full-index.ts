import { defineSecSource } from '../../declare/index.js';
import { SEC, SEC_HOST } from './agency.js';
import { indexDay } from './index-header.js';
import { openIndex } from './index-lines.js';

export const usSecFullIndex = defineSecSource({
  id: 'us_sec_full_index',
  title: 'SEC EDGAR full index',
  agency: SEC,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    // Two quarters, because filings of a quarter's last days are not in the next file.
    urls: ['{YYYY/QTRn-1}', '{YYYY/QTRn}'].map(
      (quarter) => `https://www.sec.gov/Archives/edgar/full-index/${quarter}/master.gz`,
    ),
    ...SEC_HOST,
  },
  layout: 'verified',
  coverage:
    'Filings of the quarters loaded, with the names of the filers as filed. This quarter, up to the previous business day, and the last are fetched; earlier ones, since 1993, are loaded with --file.',
  statesDay: indexDay,
  delivery: 'window',
  expect: { min: 50_000 },
  input: { kind: 'lines', open: () => openIndex('quarterly') },
});
