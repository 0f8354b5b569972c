import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import type { Matcher } from '../../../src/linking/match/matcher.js';
import type { Question } from '../../../src/linking/match/question/question.js';
import { budget } from '../../support/effort.js';
import { openMatcher } from './open-matcher.js';

/** Every record of Colorado has a second one in Florida: of the same company at the same door, or of a namesake. */
const RECORDS = 200;
const isTwin = (index: number) => index % 2 === 0;
const WORDS = 'amber brindle cobalt dusky ember fallow gossamer heron indigo juniper'.split(' ');
const FORMS = ['LLC', 'Inc', 'Corp', ''];
const HOME = { street: (index: number) => `${index} Example St`, city: 'Salida', state: 'CO', zip: '81201' };
const AWAY = {
  street: (index: number) => `${index + 7} Sample Rd`,
  city: 'Ocala',
  state: 'FL',
  zip: '34470',
};

const nameOf = (index: number) =>
  `${WORDS[index % 10]} quill${index} ${WORDS[(index * 7) % 10]} ${FORMS[index % 4]}`.trim();
const draftOf = (index: number, place: typeof HOME): EntityDraft => ({
  key: `${index}`,
  name: nameOf(index),
  principalAddress: `${place.street(index)}, ${place.city}, ${place.state} ${place.zip}`,
});
const inColorado = (index: number) => `CO:${index}`;
const inFlorida = (index: number) => bulkId('us_fl_corporations', `${index}`);

let matcher: Matcher;
let close: () => Promise<void>;
beforeAll(async () => {
  const all = Array.from({ length: RECORDS }, (_, index) => index);
  ({ matcher, close } = await openMatcher({
    us_co_business_entities: all.map((index) => draftOf(index, HOME)),
    us_fl_corporations: all.map((index) => draftOf(index, isTwin(index) ? HOME : AWAY)),
  }));
});
afterAll(() => close());

const spell = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/ (?:LLC|Inc|Corp)$/, ''),
  (name) => `The ${name}`,
);
const reports = fc.record({ state: fc.boolean(), city: fc.boolean(), street: fc.boolean() });
const index = fc.integer({ min: 0, max: RECORDS - 1 });

/** The outcome, the records of each candidate's body, and all ids that are shown. */
async function ask(
  index: number,
  name: string,
  reported: { state: boolean; city: boolean; street: boolean },
  at: typeof HOME,
) {
  const question: Question = {
    name,
    otherNames: [],
    address: {
      street: reported.street ? at.street(index) : '',
      city: reported.city ? at.city : '',
      state: reported.state ? at.state : '',
      zip: reported.street ? at.zip : '',
    },
    people: [],
    identifiers: [],
    registryNumber: '',
    year: null,
  };
  const { outcome, candidates } = await matcher.match(question);
  const bodies = candidates.map(({ candidate, also }) => [candidate, ...also].map(({ data }) => data.id));
  return { outcome, bodies, shown: bodies.flat() };
}

test('the records of one company in two registers are one answer, which names both', async () => {
  let found = 0;
  const property = fc.asyncProperty(index.filter(isTwin), spell, reports, async (at, spelt, reported) => {
    const { outcome, bodies, shown } = await ask(at, spelt(nameOf(at)), reported, HOME);
    expect([...shown].sort()).toEqual(expect.arrayContaining([inColorado(at), inFlorida(at)].sort()));
    if (outcome !== 'found') return;
    found += 1;
    expect(bodies[0]).toEqual([inColorado(at), inFlorida(at)]);
  });
  await fc.assert(property, { numRuns: budget(1_000) });
  expect(found).toBeGreaterThan(30);
});

test('a namesake in another register is never chosen for it, and without a place neither is', async () => {
  let found = 0;
  const namesake = index.filter((at) => !isTwin(at));
  const property = fc.asyncProperty(
    namesake,
    spell,
    reports,
    fc.boolean(),
    async (at, spelt, reported, isHome) => {
      const { outcome, bodies, shown } = await ask(at, spelt(nameOf(at)), reported, isHome ? HOME : AWAY);
      const right = isHome ? inColorado(at) : inFlorida(at);
      expect(shown).toContain(right);
      if (!reported.state && !reported.city && !reported.street) {
        expect(outcome).toBe('ambiguous');
        expect([...shown].sort()).toEqual([inColorado(at), inFlorida(at)].sort());
      }
      if (outcome !== 'found') return;
      found += 1;
      expect(bodies[0]).toEqual([right]);
    },
  );
  await fc.assert(property, { numRuns: budget(1_000) });
  expect(found).toBeGreaterThan(30);
});
