import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Party } from '../../src/domain/records/dataset.js';
import { PartyUnion } from '../../src/store/sqlite/catalog/datasets/dataset-reader.js';
import { budget } from '../support/effort.js';

const party: fc.Arbitrary<Party> = fc.record(
  {
    key: fc.constant('P'),
    names: fc.array(
      fc.record({ text: fc.constantFrom('A', 'B', 'C', 'D'), kind: fc.constantFrom('current', 'former') }),
      { maxLength: 3 },
    ),
    people: fc.array(fc.constantFrom('X', 'Y', 'Z'), { maxLength: 3 }),
    incorporationState: fc.constantFrom('DE', 'NY'),
    activeYear: fc.integer({ min: 2000, max: 2004 }),
  },
  { requiredKeys: ['key', 'names'] },
);

const union = (parties: readonly Party[]) => {
  const all = new PartyUnion('P');
  for (const one of parties) all.add(one);
  return all.stored();
};

/** All lists newest first, each value where it comes first. */
function naive(parties: readonly Party[]): Partial<Party> {
  const newestFirst = parties.toReversed();
  const distinct = <Value>(values: readonly Value[]) =>
    values.filter(
      (value, at) => values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value)) === at,
    );
  const years = parties.flatMap(({ activeYear }) => activeYear ?? []);
  const state = newestFirst.find(({ incorporationState }) => incorporationState !== undefined);
  return {
    names: distinct(newestFirst.flatMap(({ names }) => names)),
    people: distinct(newestFirst.flatMap(({ people = [] }) => people)),
    ...(state && { incorporationState: state.incorporationState as string }),
    ...(years.length > 0 && { activeYear: years.reduce((a, b) => Math.min(a, b)) }),
  };
}

test('a party is what a naive union of all its records says', () => {
  fc.assert(
    fc.property(fc.array(party, { minLength: 1, maxLength: 8 }), (parties) => {
      expect(union(parties).party).toMatchObject(naive(parties));
    }),
    { numRuns: budget(300) },
  );
});

test('a party of hundreds of thousands of records keeps its newest thousand names', () => {
  const records = Array.from({ length: 300_000 }, (_, at) => ({
    key: 'P',
    names: [{ text: `N ${at % 5_000}`, kind: 'current' as const }],
    activeYear: 2_020 - (at % 3),
  }));
  const { party } = union(records);
  expect(party.names.map(({ text }) => text)).toEqual(
    Array.from({ length: 1_000 }, (_, at) => `N ${4_999 - at}`),
  );
  expect(party.activeYear).toBe(2_018);
});
