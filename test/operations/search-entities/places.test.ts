import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import type { FilerFact, FilingFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

interface Found {
  readonly name: string;
  readonly match: { readonly why: string };
}

let service: TestService;
beforeAll(async () => {
  const filer = (cik: number, name: string, city: string, place: string): FilerFact => ({
    ...{ kind: 'filer', cik, name, city, place, tickers: [] },
  });
  const filing = (cik: number): FilingFact => ({
    ...{ kind: 'filing', cik, accession: `00000000${cik}-25-000001`, form: '10-K', filed: '2025-01-02' },
  });
  service = await startService({
    entities: {
      us_co_business_entities: [
        ['1', 'Quillback Corp', '1 Main St, Denver, CO 80202'],
        ['2', 'Quillback Corp', '2 Main St, Pueblo, CO 81001'],
        ['3', 'Rotary Club of Smew', '3 Main St, Smew, ID 83701'],
        ['4', 'Holy Teal Lutheran Church', '4 Main St, St. Louis, MO 63101'],
        ['5', 'Friends of Gannet', '5 Main St, Gannet, CO 80001'],
        ['6', 'Young Mens Christian Association of Metropolitan Dovekie', '6 Main St, Dovekie, CT 06101'],
        ['7', 'Murre University', '7 Main St, Dovekie, CT 06101'],
        ['8', 'Alumni Club of Dovekie, University of Murre', '8 Main St, Pueblo, CO 81001'],
        ['9', 'Murre University Dovekie Press', '9 Main St, Pueblo, CO 81001'],
      ].map(([key = '', name = '', principalAddress]) => ({
        ...{ key, name, principalAddress, activity: 'active' as const },
      })),
      us_irs_eo_bmf: [
        { key: '10', name: 'TERN SCHOOL ALUMNI CLUB', prominence: 119 },
        { key: '11', name: 'TERN SCHOOL', prominence: 40 },
        { key: '12', name: 'TERN ACADEMY', prominence: 110 },
        { key: '13', name: 'TERN UNIVERSITY', prominence: 5 },
      ],
    },
    sec: {
      us_sec_submissions: [
        filer(31, 'Widgeon Stores Inc', 'BENTONVILLE', 'AR'),
        filer(32, 'Widgeon Stores Inc', 'BOISE', 'ID'),
      ],
      us_sec_full_index: [filing(31), filing(32)],
    },
  });
});
afterAll(() => service.close());

const search = (name: string, more = '') =>
  service.get<Found[]>(`/api/v1/search?name=${encodeURIComponent(name)}${more}`);

describe('words behind a name are the place of an address', () => {
  it.each([
    ['quillback corp denver co', 'denver co', ['Quillback Corp']],
    ['Quillback, Pueblo', 'pueblo', ['Quillback Corp']],
    ['quillback colorado', 'colorado', ['Quillback Corp', 'Quillback Corp']],
    ['quillback 80202', '80202', ['Quillback Corp']],
    ['rotary club of smew idaho', 'idaho', ['Rotary Club of Smew']],
    [
      'ymca of greater dovekie',
      'greater dovekie',
      ['Young Mens Christian Association of Metropolitan Dovekie'],
    ],
    ['murre university dovekie ct', 'dovekie ct', ['Murre University']],
    ['holy teal lutheran saint louis', 'saint louis', ['Holy Teal Lutheran Church']],
    ['holy teal lutheran st louis missouri', 'st louis missouri', ['Holy Teal Lutheran Church']],
  ])('%s', async (text, place, names) => {
    const { data, meta } = await search(text);
    expect(data.map(({ name }) => name)).toEqual(names);
    expect(meta).toMatchObject({ place, totalCount: names.length });
    expect(data[0]?.match.why).toContain(`its address is in “${place}”`);
  });

  it('the name before the place may be misspelt', async () => {
    const { data, meta } = await search('qiullback corp pueblo');
    expect(data.map(({ match }) => match.why)).toEqual([expect.stringContaining('“pueblo”')]);
    expect(meta).toMatchObject({ place: 'pueblo', correctedQuery: 'quillback corp' });
  });

  it.each([
    ['quillback corp boise', 'no such record is there'],
    ['smew rotary denver', 'neither'],
  ])('%s: %s', async (text) => {
    const { data, meta } = await search(text);
    expect([data, meta.place]).toEqual([[], undefined]);
  });

  it('not if the text is a name as it stands, nor if all words are to match', async () => {
    expect((await search('friends of gannet')).meta.place).toBeUndefined();
    expect((await search('quillback pueblo', '&words=all')).data).toEqual([]);
    expect((await search('quillback pueblo', '&exact=true')).data).toEqual([]);
  });

  it('filters do not change how the text is read', async () => {
    const { data, meta } = await search('quillback pueblo', '&state=AK');
    expect([data, meta.totalCount]).toEqual([[], 0]);
  });

  it('for filings it is the business address of the filer', async () => {
    const { data, meta } = await service.get<(FilingItem & Found)[]>(
      '/api/v1/sec/search?q=widgeon+stores+bentonville+ar',
    );
    expect(data.map(({ cik }) => Number(cik))).toEqual([31]);
    expect([meta.place, data[0]?.match.why]).toEqual([
      'bentonville ar',
      expect.stringContaining('“bentonville ar”'),
    ]);
  });
});

test('among names that begin alike the more prominent nonprofit comes first', async () => {
  const names = (await search('tern')).data.map(({ name }) => name);
  expect(names).toEqual(['TERN UNIVERSITY', 'TERN SCHOOL', 'TERN ACADEMY', 'TERN SCHOOL ALUMNI CLUB']);
});
