import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import type { Matcher } from '../../../src/linking/match/matcher.js';
import type { Question } from '../../../src/linking/match/question/question.js';
import { budget } from '../../support/effort.js';
import { openMatcher } from './open-matcher.js';

/** Every third record stands in its register twice. */
const RECORDS = 300;
const isDoubled = (index: number) => index % 3 === 0;
const WORDS = 'amber brindle cobalt dusky ember fallow gossamer heron indigo juniper'.split(' ');
const FORMS = ['LLC', 'Inc', 'Corp', ''];
const CITIES = ['Salida', 'Denver', 'Aspen', 'Boulder'];

const draftOf = (index: number, key = `${index}`): EntityDraft => ({
  key,
  name: `${WORDS[index % 10]} quill${index} ${WORDS[(index * 7) % 10]} ${FORMS[index % 4]}`.trim(),
  principalAddress: `${index} Example St, ${CITIES[index % 4]}, CO 8${1000 + (index % 4)}`,
  officers: [{ name: `Ilse Thorn${index}bury`, title: 'President' }],
});

let matcher: Matcher;
let close: () => Promise<void>;
beforeAll(async () => {
  const all = Array.from({ length: RECORDS }, (_, index) => index);
  const drafts = all.map((index) => draftOf(index));
  const doubles = all.filter(isDoubled).map((index) => draftOf(index, `twice-${index}`));
  ({ matcher, close } = await openMatcher({ us_co_business_entities: [...drafts, ...doubles] }));
});
afterAll(() => close());

/** A question about a record that tells some of what the record says, its name in some spelling. */
const request = fc.record({
  index: fc.integer({ min: 0, max: RECORDS - 1 }),
  spell: fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.replace(/ (?:LLC|Inc|Corp)$/, ''),
    (name) => `The ${name}`,
    (name) => name.replace('quill', 'quil'),
  ),
  reports: fc.record({
    state: fc.boolean(),
    city: fc.boolean(),
    street: fc.boolean(),
    officer: fc.boolean(),
  }),
});

test('a record that is there twice is ambiguous, and one that is there once is never another', async () => {
  let found = 0;
  const property = fc.asyncProperty(request, async ({ index, spell, reports }) => {
    const { name, officers } = draftOf(index);
    const question: Question = {
      name: spell(name),
      otherNames: [],
      address: {
        street: reports.street ? `${index} Example St` : '',
        city: reports.city ? (CITIES[index % 4] ?? '') : '',
        state: reports.state ? 'CO' : '',
        zip: reports.street ? `8${1000 + (index % 4)}` : '',
      },
      people: reports.officer ? (officers ?? []).map((officer) => officer.name) : [],
      identifiers: [],
      registryNumber: '',
      year: null,
    };
    const { outcome, candidates } = await matcher.match(question);
    if (isDoubled(index)) {
      expect(outcome).toBe('ambiguous');
      const shown = candidates.map(({ candidate }) => candidate.data.id);
      expect(shown).toEqual(expect.arrayContaining([`CO:${index}`, `CO:twice-${index}`]));
    }
    if (outcome !== 'found') return;
    found += 1;
    expect(candidates[0]?.candidate.data.id).toBe(`CO:${index}`);
  });
  await fc.assert(property, { numRuns: budget(2_000) });
  expect(found).toBeGreaterThan(50);
});
