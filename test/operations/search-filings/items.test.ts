import { describe, expect, it } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { useService } from '../../support/use-service.js';

/** What each filing reports, the oldest first; the n-th is by CIK n. */
const REPORTS: readonly (readonly [form: string, items: string | null])[] = [
  ['8-K', '1.03,9.01'],
  ['8-K', '1.05'],
  ['8-K', '1.01,2.03'],
  ['8-K/A', '1.02'],
  ['8-K', '2.02,9.01'],
  ['8-K', '5.02'],
  ['8-K', null],
  ['10-K', '1.03'],
];

const FACTS = REPORTS.flatMap(([form, items], at): SecFact[] => [
  { kind: 'filer', cik: at + 1, name: `REPORTER ${String.fromCharCode(65 + at)}${at} INC` },
  {
    kind: 'filing',
    accession: `0000000001-24-${String(at + 1).padStart(6, '0')}`,
    cik: at + 1,
    form,
    filed: `2024-01-${String(at + 1).padStart(2, '0')}`,
    ...(items !== null && { items }),
  },
]);
const NAMED_SO: readonly SecFact[] = [
  { kind: 'filer', cik: 90, name: 'BANKRUPTCY TRUST' },
  { kind: 'filing', accession: '0000000090-20-000001', cik: 90, form: '10-K', filed: '2020-01-01' },
];

const service = useService({ sec: { us_sec_submissions: [...FACTS, ...NAMED_SO] } });

const search = (query: string) => service.get<FilingItem[]>(`/api/v1/sec/search?${query}`);
const ciks = async (query: string) => (await search(query)).data.map(({ cik }) => Number(cik));

describe('words of an 8-K’s items, as q of GET /api/v1/sec/search', () => {
  it.each([
    ['bankruptcy', [90, 1], 'who is called so first, then who reports it'],
    ['bankruptcy or receivership', [1], 'the whole title'],
    ['receivership', [1], 'a word of a title'],
    ['cybersecurity incident', [2], 'a title in the singular'],
    ['Material Cybersecurity Incidents', [2], 'a title as the SEC writes it'],
    ['cybersecurity', [2], 'one word'],
    ['material definitive agreement', [4, 3], 'two titles, the newest first, an amendment too'],
    ['entry into a material definitive agreement', [3], 'the title of one of them'],
    ['termination agreement', [4], 'words that do not follow each other'],
    ['results of operations', [5], 'earnings'],
    ['departure of directors', [6], 'a long title'],
    ['bankrupcy', [90, 1], 'a misspelt word'],
    ['cybersecurity agreement', [], 'words of two titles'],
  ])('%s: %j, %s', async (text, expected) => {
    const { status, data, meta } = await search(`q=${encodeURIComponent(text)}`);
    expect(status).toBe(200);
    expect(data.map(({ cik }) => Number(cik))).toEqual(expected);
    expect(meta).toMatchObject({ totalCount: expected.length, creditsUsed: 2 });
  });

  it('names the form and each item in words', async () => {
    const { data } = await search('cik=1');
    expect(data[0]).toMatchObject({
      formTitle: 'Current report',
      items: ['1.03', '9.01'],
      itemTitles: ['Bankruptcy or Receivership', 'Financial Statements and Exhibits'],
    });
    expect((await search('cik=4')).data[0]?.formTitle).toBe('Current report (amendment)');
    // Other forms keep other codes in the place of items.
    expect((await search('cik=8')).data[0]).toMatchObject({ formTitle: 'Annual report', items: [] });
  });

  it('beside forms, dates, and a filer', async () => {
    expect(await ciks('q=material+definitive+agreement&forms=8-K')).toEqual([4, 3]);
    expect(await ciks('q=material+definitive+agreement&end_date=2024-01-03')).toEqual([3]);
    expect(await ciks('q=bankruptcy&cik=1')).toEqual([1]);
    expect(await ciks('q=bankruptcy&forms=8-K')).toEqual([1]);
    expect(await ciks('q=bankruptcy&sort=date')).toEqual([1, 90]);
  });
});
