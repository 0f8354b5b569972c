import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '2021001', name: 'Aspen Holdings, LLC' },
        { key: '2021002', name: 'Birch Co', otherNames: [{ name: 'Night Owl Prints', kind: 'former' }] },
        { key: '2021003', name: 'Cedar LLC', otherNames: [{ name: 'Owl & Sons', kind: 'assumed' }] },
        {
          key: '2021004',
          name: 'Dogwood Inc',
          registeredAgent: { name: 'Elm Agents, Inc.', address: '1 Invented Way' },
          officers: [{ name: 'RIVERA, ANA', title: 'P' }],
        },
        { key: '2021005', name: 'Walmart Inc.' },
        { key: '2021006', name: 'Fir Tree Mfg Corporation' },
        { key: '2021007', name: 'Five Gums, Inc.' },
        { key: '2021008', name: '1st Hazel Bank' },
        { key: '2021009', name: 'Wal Marsh Farms LLC' },
      ],
    },
    sec: { us_sec_tickers: [{ kind: 'filer', cik: 104169, name: 'WALMART INC', tickers: ['WMT'] }] },
  });
});
afterAll(() => service.close());

describe('match of a result of GET /api/v1/search', () => {
  it.each([
    ['name=aspen holdings llc', 'exact', ['Aspen Holdings, LLC'], 'Its name is “aspen holdings llc”.'],
    ['name=asp', 'prefix', ['Asp'], 'Its name starts with “asp”.'],
    ['name=aspen hol', 'prefix', ['Aspen', 'Hol'], 'Its name starts with “aspen hol”.'],
    ['name=holdings', 'words', ['Holdings'], 'Its name contains the word “holdings”.'],
    ['name=holdings aspen', 'words', ['Aspen', 'Holdings'], 'Its name contains the words “holdings aspen”.'],
    ['name=night owl prints', 'former', ['Night Owl Prints'], 'A former name is “night owl prints”.'],
    ['name=sons', 'words', ['Sons'], 'Another name contains the word “sons”.'],
    [
      'name=aspen holdings inc',
      'other_form',
      ['Aspen', 'Holdings'],
      'Its name is “aspen holdings inc” with another legal form.',
    ],
    ['name=WMT', 'exact', ['WMT'], 'The ticker of a listed company of this name is “wmt”.'],
    [
      'name=wal mart',
      'exact',
      ['Walmart Inc.'],
      'Its name is “wal mart”, apart from legal form and spelling.',
    ],
    ['name=wal ma', 'prefix', ['Walmart'], 'Its name starts with “wal ma”.'],
    [
      'name=tree manufacturing',
      'words',
      ['Tree', 'Mfg'],
      'Its name contains the words “tree manufacturing”.',
    ],
    [
      'name=aspin holdings',
      'typo',
      ['Aspen Holdings, LLC'],
      'Its name is “aspen holdings”, apart from legal form and spelling, after spelling correction.',
    ],
    [
      'name=night owl prints denver&words=some',
      'words',
      ['Night Owl Prints'],
      'A former name is “night owl prints”, without “denver”.',
    ],
    [
      'name=5 gums',
      'exact',
      ['Five Gums, Inc.'],
      'Its name is “5 gums”, apart from legal form and spelling.',
    ],
    [
      'name=first hazel bank',
      'exact',
      ['1st Hazel Bank'],
      'Its name is “first hazel bank”, apart from legal form and spelling.',
    ],
    ['name=hazel first', 'words', ['Hazel'], 'Its name contains the words “hazel first”.'],
    ['agent=elm', 'prefix', ['Elm'], 'Its registered agent starts with “elm”.'],
    [
      'officer=ana rivera',
      'words',
      ['RIVERA', 'ANA'],
      'The name of an officer contains the words “ana rivera”.',
    ],
    ['filing_number=2021003', 'exact', ['2021003'], 'Its number is “2021003”.'],
  ])('%s: %s', async (query, kind, marked, why) => {
    const { data } = await service.get<EntityItem[]>(`/api/v1/search?${encodeURI(query)}`);
    const [{ match } = { match: undefined }] = data;
    expect(match?.kind).toBe(kind);
    expect(match?.marks.map(({ from, to }) => match.value.slice(from, to))).toEqual(marked);
    expect(match?.why).toBe(why);
  });

  it('puts listed names that begin so before others that do', async () => {
    const { data } = await service.get<EntityItem[]>('/api/v1/search?name=wal mar');
    expect(data.map(({ name }) => name)).toEqual(['Walmart Inc.', 'Wal Marsh Farms LLC']);
  });

  it('finds no ticker where the whole name is asked for', async () => {
    expect((await service.get<EntityItem[]>('/api/v1/search?name=WMT&exact=true')).data).toEqual([]);
  });
});
