import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreSubjectTypes } from '../../bench/subject/score.js';
import { personLogOdds, subjectTypeOfName, WEIGHTS } from '../../src/domain/subject-type/classify.js';
import { BUCKETS, featuresOf } from '../../src/domain/subject-type/features.js';

describe('the subject type of a name', () => {
  it.each([
    'ROE, JANE Q',
    'John A. Smith',
    'GARCIA MARIA T',
    'Mary Ann Lopez',
    'THOMPSON, ROBERT L JR',
    'jose hernandez',
    'SRB, JOHN',
    'Mrs. Virginia B. Tate',
    'MSGR PAUL D SMITH',
    'NG WILLIAM',
    'SY ROBERT',
    'LYNN F MILLER LSW',
    'MARINA BERNHEIMER',
    'GLASS ALAN J',
    'CHURCH, MARY T',
    // Seldom names, of which no word is known from firms.
    'DENYS OSTRYK',
    'Vo Loc',
  ])('%s is a person', (name) => expect(subjectTypeOfName(name)).toBe('person'));

  it.each([
    'ACME WIDGETS, L.L.C.',
    "SMITH'S PLUMBING",
    'JOHN SMITH & SONS',
    'Roe Family Revocable Trust',
    'CITY OF SPRINGFIELD',
    'First Baptist Church',
    '1405 SW LAUREL, LLC',
    'Robert Jones Foundation',
    'D&D TOWING',
    'ERRICK & SHERRY ROE',
    'ANTALOU, LIMITED',
    'Madonna',
    'CFM HVAC',
    'GMV Taylor',
    'krg morgan',
    'TLC-Martinez',
    'ANCON MARINE',
    'MERCY CIRCLE',
    'LOPEZ HAULING',
    // As near to even odds as the seldom names of persons, with a firm's word.
    'BRIGHT HOPE',
    'OLSEN GROUP',
    'Vega & Daughters',
    '',
    '???',
  ])('%s is an organization', (name) => expect(subjectTypeOfName(name)).toBe('organization'));

  it('does not hang on case or accents', () => {
    fc.assert(
      fc.property(fc.constantFrom('José Núñez', 'Café Núñez LLC', 'Zoë Müller, MD'), (name) => {
        const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
        expect(personLogOdds(name.toUpperCase())).toBe(personLogOdds(name));
        expect(personLogOdds(plain.toLowerCase())).toBe(personLogOdds(name));
      }),
    );
  });

  it('is found for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(Number.isFinite(personLogOdds(text))).toBe(true);
        for (const bucket of featuresOf(text)) {
          expect(bucket).toBeGreaterThanOrEqual(0);
          expect(bucket).toBeLessThan(BUCKETS);
        }
      }),
    );
  });

  it('has one weight for each bucket, in less than 400 kB of text', () => {
    expect(Buffer.from(WEIGHTS, 'base64')).toHaveLength(BUCKETS);
    expect(WEIGHTS.length).toBeLessThan(400_000);
  });

  it('is scored by both kinds of error', () => {
    const score = scoreSubjectTypes([
      { name: 'ACME WIDGETS LLC', subjectType: 'organization' },
      { name: 'ROE, JANE Q', subjectType: 'organization' },
      { name: 'ROE, JANE Q', subjectType: 'person' },
      { name: 'ACME WIDGETS LLC', subjectType: 'person' },
    ]);
    expect(score).toEqual({
      names: 4,
      accuracy: 0.5,
      organizationsCalledPersons: 0.5,
      personsCalledOrganizations: 0.5,
    });
  });
});
