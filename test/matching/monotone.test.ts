import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairOf } from '../../src/matching/features.js';
import { normaliseRecord, prepare } from '../../src/matching/records/prepare.js';
import type { LinkRecord } from '../../src/matching/records/record.js';
import { probabilities, Scorer } from '../../src/matching/score.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';
import { budget } from '../support/effort.js';
import { FILLER, populationOf, record } from './support.js';

/** The value of our record and of theirs. */
type Sides = readonly [ours: string, theirs: string];

/**
 * Levels of each field, from agreement to contradiction. A blank of ours is between the two. Their side stays the same: how many
 * records have its name, and what its register leaves out, is no agreement.
 */
const LEVELS = {
  street: [
    ['12 ELM ST', '12 Elm Street'],
    ['14 ELM ST', '12 Elm Street'],
    ['', '12 Elm Street'],
    ['7 WALNUT RD', '12 Elm Street'],
  ],
  box: [
    ['PO BOX 7', 'P.O. Box 7'],
    ['', 'P.O. Box 7'],
    ['PO BOX 9', 'P.O. Box 7'],
  ],
  zip: [
    ['04463', '04463'],
    ['04463', '04469'],
    ['04463', '06101'],
  ],
  city: [
    ['MILO', 'Milo'],
    ['', 'Milo'],
    ['MILO', 'Hartford'],
  ],
  state: [
    ['ME', 'ME'],
    ['', 'ME'],
    ['CT', 'ME'],
  ],
  form: [
    [' INC', ' Inc.'],
    [' INC', ''],
    [' INC', ' LLC'],
  ],
  formOfTheirs: [
    [' LLC', ' L.L.C.'],
    ['', ' LLC'],
    [' LP', ' LLC'],
  ],
  number: [
    [' 5', ' 5'],
    ['', ' 5'],
    [' 6', ' 5'],
  ],
  body: [
    [' SCHOOL', ' School'],
    ['', ' School'],
    [' CHURCH', ' School'],
  ],
  person: [
    ['JANE QUILLFEATHER', 'Jane Quillfeather'],
    ['', 'Jane Quillfeather'],
    ['OTTO TIDEWATER', 'Jane Quillfeather'],
  ],
  identifier: [
    ['ein:990000001', 'ein:990000001'],
    ['', 'ein:990000001'],
    ['ein:990000002', 'ein:990000001'],
  ],
  formed: [
    ['2001', '1990'],
    ['', '1990'],
    ['1970', '1990'],
  ],
  incorporated: [
    ['ME', 'ME'],
    ['', 'ME'],
    ['CT', 'ME'],
  ],
  domicile: [
    ['ME', ''],
    ['', ''],
    ['CT', ''],
  ],
  formerName: [
    ['COBALT LARCH', 'Cobalt Larch'],
    ['', 'Cobalt Larch'],
  ],
  secondLine: [
    ['OSPREY JUNIPER', 'Osprey Juniper'],
    ['', 'Osprey Juniper'],
  ],
  benefitTrust: [
    ['yes', 'yes'],
    ['', 'yes'],
  ],
  spelling: [
    ['$', '$'],
    ['$x', '$'],
  ],
  furtherWords: [
    ['$', '$'],
    ['meridian $', '$'],
    ['meridian $ zephyr', '$'],
  ],
} as const satisfies Record<string, readonly Sides[]>;
type Field = keyof typeof LEVELS;
/** If the sides share several names, the pair that agrees best is compared, and another level may lead to another pair. */
const ONE_NAME = { formerName: 1, secondLine: 1, spelling: 0, furtherWords: 0 } satisfies Partial<
  Record<Field, number>
>;
const NAMES: ReadonlySet<string> = new Set(Object.keys(ONE_NAME));
const FIELDS = Object.keys(LEVELS) as Field[];

const levels = fc.record(
  Object.fromEntries(FIELDS.map((field) => [field, fc.nat({ max: LEVELS[field].length - 1 })])) as Record<
    Field,
    fc.Arbitrary<number>
  >,
);
const base = fc.constantFrom('QUILLFEATHER ROWING', 'FIRST BAPTIST', 'AMBER HERON COMMUNITY');
const population = populationOf([
  ...FILLER,
  ...['ME', 'CT', 'TX', 'KS'].map((state, at) => record(`n${at}`, 'FIRST BAPTIST SCHOOL', state)),
]);

type Levels = Readonly<Record<Field, number>>;

function sideOf(name: string, at: Levels, side: 0 | 1, isBox: boolean): LinkRecord {
  const value = (field: Field): string => LEVELS[field][at[field]]?.[side] ?? '';
  const form = value(name.length % 2 === 0 ? 'form' : 'formOfTheirs');
  const spelt = value('furtherWords').replace('$', value('spelling').replace('$', name));
  const others = [
    { text: value('formerName'), kind: 'former' as const },
    { text: value('secondLine'), kind: side === 0 ? ('assumed' as const) : ('sort' as const) },
  ];
  return record(side === 0 ? 'ours' : 'theirs', '', '', {
    names: [
      { text: `${spelt}${value('body')}${value('number')}${form}`, kind: 'current' },
      ...others.filter(({ text }) => text !== ''),
    ],
    incorporationState: value('incorporated') || value('domicile') || undefined,
    isBenefitTrust: value('benefitTrust') === 'yes',
    address: {
      street: value(isBox ? 'box' : 'street'),
      city: value('city'),
      state: value('state'),
      zip: value('zip'),
    },
    people: value('person') === '' ? [] : [value('person')],
    identifiers: value('identifier') === '' ? [] : [value('identifier')],
    ...(value('formed') !== '' && {
      [side === 0 ? 'activeYear' : 'formedYear']: Number(value('formed')),
    }),
  });
}

describe.each(Object.entries(WEIGHTS))('evidence is monotone: the table %s', (_, table) => {
  const scorer = new Scorer(table);
  const scoreOf = (name: string, at: Levels, isBox: boolean) => {
    const [ours, theirs] = ([0, 1] as const).map((side) =>
      prepare(normaliseRecord(sideOf(name, at, side, isBox))),
    );
    const pair = ours && theirs && pairOf(ours, theirs, population);
    if (pair === undefined) throw new Error('Both sides have a name.');
    return scorer.score(pair);
  };

  it.each(FIELDS)('more agreement of the field %s never lowers the probability', (field) => {
    fc.assert(
      fc.property(levels, base, fc.boolean(), (at, name, isBox) => {
        const others = { ...at, ...ONE_NAME, ...(NAMES.has(field) && { form: 0, formOfTheirs: 0 }) };
        const scores = LEVELS[field].map((_level, level) =>
          scoreOf(name, { ...others, [field]: level }, isBox),
        );
        const shares = scores.map((score) => probabilities([score])[0] ?? 0);
        for (const [level, share] of shares.entries()) {
          expect(share, `${field} ${level}, scores ${scores}`).toBeGreaterThanOrEqual(
            (shares[level + 1] ?? 0) - 1e-12,
          );
        }
      }),
      { numRuns: budget(100) },
    );
  });
});
