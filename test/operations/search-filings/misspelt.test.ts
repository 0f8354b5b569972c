import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import type { FoundFiling } from '../../../src/contract/filing-search.js';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

const LISTED = [
  'Quillback Inc',
  'Vorn Corp',
  'First Heronry Bancorp, Inc.',
  'Teal Street Corp',
  'Zk Holdings Inc',
  'Dunlin Co',
];
const UNLISTED = [
  'Pintail Inc',
  'Smew Corp',
  'Second Smewery Bancorp, Inc.',
  'Xy Holdings Inc',
  'The Maybell Family Foundation Inc',
  'Friends of the Wharf Inc',
  'Chi Alpha Campus Ministries Nsu Chi Alpha',
  ...['Mills', 'Farms', 'Boats', 'Works'].map((word) => `Unlins ${word}`),
];

let service: TestService;
beforeAll(async () => {
  const names = [...LISTED, ...UNLISTED];
  const facts = names.flatMap((name, at): SecFact[] => [
    { kind: 'filer', cik: at + 1, name, tickers: LISTED.includes(name) ? [`Q${at}QQ`] : [] },
    {
      kind: 'filing',
      accession: `0000000001-20-${String(at + 1).padStart(6, '0')}`,
      cik: at + 1,
      form: '10-K',
      filed: '2020-01-01',
    },
  ]);
  service = await startService({
    sec: { us_sec_submissions: facts },
    entities: {
      us_co_business_entities: names.map((name, at) => ({ key: String(at), name, activity: 'active' })),
    },
  });
});
afterAll(() => service.close());

async function found(text: string): Promise<readonly (string | undefined)[]> {
  const q = encodeURIComponent(text);
  const filings = await service.get<FoundFiling[]>(`/api/v1/sec/search?q=${q}`);
  const entities = await service.get<EntityItem[]>(`/api/v1/search?name=${q}`);
  return [filings.data[0]?.filer.replace(/ *\(.*/, ''), entities.data[0]?.name];
}

describe('a misspelt whole name', () => {
  it.each([
    // Two letters of a listed company, also among the first.
    ['uqilback inc', 'Quillback Inc'],
    ['qiullbakc inc', 'Quillback Inc'],
    ['wuiblback', 'Quillback Inc'],
    // One letter of a short one.
    ['von corp', undefined],
    ['vron corp', 'Vorn Corp'],
    ['worn corp', undefined],
    ['teal sreet corp', 'Teal Street Corp'],
    ['teal setret corp', 'Teal Street Corp'],
    // An abbreviation, in any name.
    ['first heronry bnacorp inc', 'First Heronry Bancorp, Inc.'],
    ['second smewery banocrp inc', 'Second Smewery Bancorp, Inc.'],
    // An abbreviation behind `The`, which is part of no name.
    ['the maybell family found inc', 'The Maybell Family Foundation Inc'],
    // A word that the name has twice, once misspelt.
    ['chi alpha campus ministrles nsu chi azlpha', 'Chi Alpha Campus Ministries Nsu Chi Alpha'],
    // A plural, rather than a letter before a commoner word.
    ['dunlins', 'Dunlin Co'],
    // Long enough, or one letter of six, in any name.
    ['pintial inc', 'Pintail Inc'],
  ])('%s: %s', async (text, expected) => {
    expect(await found(text)).toEqual([expected, expected]);
  });

  it.each([
    // As far from a name that is not listed.
    'ipntial inc',
    'wmew corp',
    // Too far, or too little is left of the words that differ.
    'quolpbeck inc',
    'vroon corp',
    'zkk holdings inc',
    'zb holdings inc',
    'xyy holdings inc',
    'worm street corp',
  ])('%s: nothing', async (text) => {
    expect(await found(text)).toEqual([undefined, undefined]);
  });
});

describe('a text that is written like a ticker', () => {
  it.each(['QUI', 'PINTA', 'VOR'])('is not the beginning of a longer word: %s', async (text) => {
    expect(await found(text)).toEqual([undefined, undefined]);
  });

  it.each([
    ['qui', 'Quillback Inc'],
    ['VORN', 'Vorn Corp'],
    ['TEAL', 'Teal Street Corp'],
    ['Q0QQ', 'Quillback Inc'],
  ])('%s: %s', async (text, expected) => {
    expect(await found(text)).toEqual([expected, expected]);
  });
});
