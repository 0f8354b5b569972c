import { describe, expect, it } from 'vitest';
import { isAnotherBody } from '../../src/matching/another-body.js';
import { pairOf } from '../../src/matching/features.js';
import type { RecordName } from '../../src/matching/names/name-parts.js';
import { normaliseRecord, prepare } from '../../src/matching/records/prepare.js';
import { tierOf } from '../../src/matching/tier.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';
import { populationOf, record } from './support.js';

const PLACE = { street: '12 Imaginary Way', city: 'Bangor', state: 'ME', zip: '04401' };

/** Everything but the names agrees: one door, one town, and nobody else has the names. */
function pairNamed(query: string, [first = '', second]: readonly string[], isBenefitTrust = false) {
  const lines: RecordName[] = [{ text: first, kind: 'current' }];
  if (second !== undefined)
    lines.push({ text: `${first} ${second}`, kind: 'joined' }, { text: second, kind: 'sort' });
  const theirs = { ...record('theirs', first, 'ME', { address: PLACE, isBenefitTrust }), names: lines };
  const ours = record('ours', query, 'ME', { address: PLACE });
  const population = populationOf([theirs]);
  const ready = (one: typeof ours) => prepare(normaliseRecord(one));
  const pair = pairOf(ready(ours), ready(theirs), population);
  if (pair === undefined) throw new Error('A side has no name.');
  return pair;
}

const ANOTHER: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a host on the second line',
    'Quillfeather College',
    ['ASSOCIATION OF ADMISSIONS OFFICERS', 'QUILLFEATHER COLLEGE'],
  ],
  ['a trustee on the second line', 'Quillfeather Bank', ['ILSE THORNBURY IRREV TRUST', 'QUILLFEATHER BANK']],
  [
    'a county that a club serves',
    'Quill Feather County',
    ['ROTARY CLUB OF QUILL FEATHER COUNTY', 'QUILL FEATHER COUNTY'],
  ],
  ['a county with a firm of its name', 'Quillfeather County', ['QUILLFEATHER COUNTY COMPANY']],
  ['a county with a charity of its name', 'Quillfeather County', ['QUILLFEATHER COUNTY ASSOCIATION']],
  ['a town on a second line', 'Town of Quillfeather', ['QUILLFEATHER COMMUNITY', 'TOWNSHIP OF QUILLFEATHER']],
  [
    'a church whose friends repeat its name',
    'Quillfeather Church',
    ['FAMILIES OF QUILLFEATHER CHURCH', 'QUILLFEATHER CHURCH'],
  ],
  [
    'a college whose staff repeats its name',
    'Quillfeather College',
    ['QUILLFEATHER COLLEGE FACULTY', 'QUILLFEATHER COLLEGE'],
  ],
  ['a hospital, by its auxiliary', 'Quillfeather Hospital', ['QUILLFEATHER HOSPITAL', 'AUXILIARY']],
  [
    'an agency, by the union of its staff',
    'National Heron Service',
    ['NATIONAL HERON SERVICE EMPLOYEES ORGANIZATION'],
  ],
  ['a band, by its parents', 'Quillfeather Marching Band', ['QUILLFEATHER MARCHING BAND PARENTS INC']],
  ['a fraternity of the same letters', 'Kappa Alpha Tau Fraternity', ['ALPHA KAPPA TAU FRATERNITY']],
  ['an order, by its chapter', 'Sons of Quillfeather', ['SONS OF QUILLFEATHER', 'HERON CHAPTER']],
];

const SAME: readonly (readonly [string, string, readonly string[]])[] = [
  ['a union of staff', 'Heron Employees Organization', ['HERON EMPLOYEES’ ORGANIZATION']],
  ['a fraternity', 'Fraternity of Kappa Alpha Tau', ['KAPPA ALPHA TAU FRATERNITY']],
  ['a first line', 'Quillfeather College', ['QUILLFEATHER COLLEGE', 'OFFICE OF THE DEAN']],
  [
    'a trade name that shares most of the first line',
    'Heron Quillfeather Aviary',
    ['HERON QUILLFEATHER TRUST', 'HERON QUILLFEATHER AVIARY'],
  ],
  [
    'a short form on the second line',
    'Bike Quillfeather',
    ['BIKE QUILLFEATHER MENTORING', 'BIKE QUILLFEATHER'],
  ],
  ['a county itself', 'County of Quillfeather', ['QUILLFEATHER COUNTY']],
  ['a county with its state', 'Quillfeather County, Maine', ['QUILLFEATHER COUNTY']],
  [
    'a trust with its trustee on the second line',
    'Quillfeather Trust',
    ['QUILLFEATHER TRUST', 'THORNBURY ILSE TTEE'],
  ],
  [
    'a chapter by both lines',
    'Sons of Quillfeather Heron Chapter',
    ['SONS OF QUILLFEATHER', 'HERON CHAPTER'],
  ],
  [
    'a charity of many words that ends in a county',
    'Humane Society of Heron and Quill County',
    ['HUMANE SOCIETY OF HERON QUILL COUNTY INC'],
  ],
];

describe('a relative of the body', () => {
  it.each(ANOTHER)('is another body, whatever else agrees: %s', (_, query, lines) => {
    const pair = pairNamed(query, lines);
    expect(isAnotherBody(pair)).toBe(true);
    expect(tierOf(pair, 0.9999, WEIGHTS.sam)).toBe('possible');
  });

  it.each(SAME)('is not mistaken: %s', (_, query, lines) => {
    expect(isAnotherBody(pairNamed(query, lines))).toBe(false);
  });

  it('is another body if one is a trust for the benefit of employees', () => {
    const pair = pairNamed('Quillfeather Resources', ['QUILLFEATHER RESOURCES'], true);
    expect(tierOf(pair, 0.9999, WEIGHTS.sam)).toBe('possible');
  });

  it.each([
    ['Quillfeather Hospital', 'QUILLFEATHER HOSPITAL GUILD'],
    ['Quillfeather Hospital Guild', 'QUILLFEATHER HOSPITAL'],
    ['Trustees of Quillfeather College', 'QUILLFEATHER COLLEGE'],
    ['Friends of the Quillfeather Library', 'QUILLFEATHER LIBRARY'],
    ['Sons of Quillfeather', 'SONS OF QUILLFEATHER CHAPTER'],
  ])('is possible at most, by the kind of body in its name: %s and %s', (query, name) => {
    expect(tierOf(pairNamed(query, [name]), 0.9999, WEIGHTS.sam)).toBe('possible');
  });
});
