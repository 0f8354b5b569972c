import { defineSecSource } from '../../declare/index.js';
import { SEC } from './agency.js';
import { indexDay } from './index-header.js';
import { openIndex } from './index-lines.js';

export const usSecDailyIndex = defineSecSource({
  id: 'us_sec_daily_index',
  title: 'SEC EDGAR daily index',
  agency: SEC,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'manual',
    how: 'Take master.YYYYMMDD.idx from https://www.sec.gov/Archives/edgar/daily-index/YYYY/QTRn/.',
  },
  layout: 'verified',
  coverage: 'The filings of single days. Filings taken back later are never removed from these files.',
  statesDay: indexDay,
  delivery: 'increment',
  expect: { min: 1 },
  input: { kind: 'lines', open: () => openIndex('daily') },
});
