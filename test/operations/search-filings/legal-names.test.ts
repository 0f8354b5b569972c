import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

/** Names as EDGAR writes them; CIK n is the n-th, and the later ones filed later. */
const FILERS = [
  'NVIDIA CORP',
  'BOEING CO',
  'FORD MOTOR CO',
  'COCA COLA CO',
  'MICROSOFT CORP',
  'LOCKHEED MARTIN CORP',
  'CHEVRON CORP',
  'GENERAL ELECTRIC CO',
  '3M CO',
  'TARGET CORP',
  'HOME DEPOT, INC.',
  'Apple Inc.',
  'GARMIN LTD',
  'WAL MART STORES INC',
  'O REILLY AUTOMOTIVE INC',
  'AT&T INC.',
  'UNITED STATES STEEL CORP',
  'PROCTER & GAMBLE Co',
  'CATERPILLAR INC /DE/',
  // Others whose names begin so, hold all words, or are of another form.
  'BOEING CAPITAL CORP',
  'FORD MOTOR CREDIT CO LLC',
  'COCA COLA BOTTLING CO CONSOLIDATED',
  'Coca-Cola Europacific Partners plc',
  'CHEVRON PHILLIPS CHEMICAL CO LLC',
  'GENERAL ELECTRIC CAPITAL CORP',
  'TARGET HOSPITALITY CORP',
  'APPLE HOSPITALITY REIT, INC.',
  'APPLE REIT CO INC',
  'MICROSOFT TECHNOLOGY CORPORATION FUND',
  'FRIENDS OF THE HOME DEPOT INC',
  'US BANCORP \\DE\\',
  'L OREAL USA INC',
  'LORAL SPACE & COMMUNICATIONS INC.',
];

/** A short name of one word is corrected if it is listed. */
const LISTED = ['NVIDIA CORP', 'BOEING CO'];

let service: TestService;
beforeAll(async () => {
  const facts = FILERS.flatMap((name, at): SecFact[] => [
    { kind: 'filer', cik: at + 1, name, tickers: LISTED.includes(name) ? [`Q${at}QQ`] : [] },
    ...['10-K', '8-K'].map(
      (form, turn): SecFact => ({
        kind: 'filing',
        accession: `0000000001-20-${String(2 * at + turn + 1).padStart(6, '0')}`,
        cik: at + 1,
        form,
        filed: `2020-02-${String((at % 28) + 1).padStart(2, '0')}`,
      }),
    ),
  ]);
  service = await startService({ sec: { us_sec_submissions: facts } });
});
afterAll(() => service.close());

it.each([
  ['NVIDIA Corporation', 'NVIDIA CORP'],
  ['The Boeing Company', 'BOEING CO'],
  ['Boeing', 'BOEING CO'],
  ['Ford Motor Company', 'FORD MOTOR CO'],
  ['The Coca-Cola Company', 'COCA COLA CO'],
  ['Coca Cola', 'COCA COLA CO'],
  ['cocacola', 'COCA COLA CO'],
  ['Microsoft Corporation', 'MICROSOFT CORP'],
  ['Lockheed Martin Corporation', 'LOCKHEED MARTIN CORP'],
  ['Chevron Corporation', 'CHEVRON CORP'],
  ['General Electric Company', 'GENERAL ELECTRIC CO'],
  ['3M Company', '3M CO'],
  ['Target Corporation', 'TARGET CORP'],
  ['The Home Depot, Inc.', 'HOME DEPOT, INC.'],
  ['Home Depot Incorporated', 'HOME DEPOT, INC.'],
  ['Apple Incorporated', 'Apple Inc.'],
  ['Apple', 'Apple Inc.'],
  ['Garmin Limited', 'GARMIN LTD'],
  ['Walmart Stores, Inc.', 'WAL MART STORES INC'],
  ['oreilly automotive', 'O REILLY AUTOMOTIVE INC'],
  ["O'Reilly Automotive, Incorporated", 'O REILLY AUTOMOTIVE INC'],
  ['AT and T Incorporated', 'AT&T INC.'],
  ['U.S. Steel', 'UNITED STATES STEEL CORP'],
  ['US Steel Corporation', 'UNITED STATES STEEL CORP'],
  ['United States Steel', 'UNITED STATES STEEL CORP'],
  ['usste', 'UNITED STATES STEEL CORP'],
  ['united sta', 'UNITED STATES STEEL CORP'],
  ['united states', 'UNITED STATES STEEL CORP'],
  ['steel us', 'UNITED STATES STEEL CORP'],
  ['steel united', 'UNITED STATES STEEL CORP'],
  ['United States Bancorp', 'US BANCORP \\DE\\'],
  ['usbancorp', 'US BANCORP \\DE\\'],
  ["L'Oreal", 'L OREAL USA INC'],
  ['LOreal USA', 'L OREAL USA INC'],
  ['l oreal united states of america', 'L OREAL USA INC'],
  ['loral', 'LORAL SPACE & COMMUNICATIONS INC.'],
  ['loral space', 'LORAL SPACE & COMMUNICATIONS INC.'],
  ['The Procter and Gamble Company', 'PROCTER & GAMBLE Co'],
  ['Caterpillar Incorporated', 'CATERPILLAR INC /DE/'],
])('%s: its own filings come first, and nothing was guessed', async (text, name) => {
  const { data, meta } = await service.get<FilingItem[]>(`/api/v1/sec/search?q=${encodeURIComponent(text)}`);
  expect(data.slice(0, 2).map(({ cik }) => Number(cik))).toEqual([0, 0].fill(FILERS.indexOf(name) + 1));
  expect(meta).not.toHaveProperty('correctedQuery');
  expect(meta).not.toHaveProperty('removedWords');
});

it.each([
  ['NVDIA Corporation', 'NVIDIA CORP'],
  ['Microsft Corp', 'MICROSOFT CORP'],
  ['The Boieng Company', 'BOEING CO'],
  ['Caterpilar, Inc.', 'CATERPILLAR INC /DE/'],
])('%s: its own filings come first, and the answer says so', async (text, name) => {
  const { data, meta } = await service.get<FilingItem[]>(`/api/v1/sec/search?q=${encodeURIComponent(text)}`);
  expect(data.slice(0, 2).map(({ cik }) => Number(cik))).toEqual([0, 0].fill(FILERS.indexOf(name) + 1));
  expect(meta).toHaveProperty('correctedQuery');
});
