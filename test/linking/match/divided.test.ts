import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import type { Matcher } from '../../../src/linking/match/matcher.js';
import { openMatcher } from './open-matcher.js';

const FILLERS = Array.from(
  { length: 200 },
  (_, row): EntityDraft => ({
    key: `filler-${row}`,
    name: `Fallow Society of Plot ${row}`,
    state: 'NY',
    principalAddress: `${row + 1} Long Rd, Utica, NY 13501`,
  }),
);

const DRAFTS: readonly EntityDraft[] = [
  {
    key: '10',
    name: 'GOSSAMER RESEARCH FOUNDATION OF THE WESTERN LAKES INC',
    state: 'NY',
    principalAddress: 'PO BOX 9, ALBANY, NY 12201',
  },
  {
    key: '11',
    name: 'INDIGO INTERNATIONAL HONOR SOCIETY IN HERALDRY AND NUMISMATICS',
    otherNames: [{ name: 'QUILLFEATHER CONSERVATORY INC', kind: 'sort' }],
    state: 'NY',
    principalAddress: '1 COLLEGE CIR, GENESEO, NY 14454',
  },
  {
    key: '12',
    name: 'JUNIPER HERON TRUST',
    otherNames: [{ name: 'JUNIPER HERON AVIARY', kind: 'sort' }],
    state: 'NY',
    principalAddress: '7 BIRD LN, ITHACA, NY 14850',
  },
];

let matcher: Matcher;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ matcher, close } = await openMatcher({ us_irs_eo_bmf: [...DRAFTS, ...FILLERS] }));
});
afterAll(() => close());

const COLLEGE = { street: '1 College Cir Ste 1', city: 'Geneseo', state: 'NY', zip: '14454' };

function ask(name: string, otherNames: readonly string[], address: typeof COLLEGE) {
  return matcher.match({
    ...{ name, otherNames, address },
    ...{ people: [], identifiers: [], registryNumber: '', year: null },
  });
}

it('is ambiguous if one name leads to one body, and another name to the body at the door', async () => {
  const name = 'The Gossamer Research Foundation of the Western Lakes Inc';
  const { outcome, candidates } = await ask(name, ['Quillfeather Conservatory'], COLLEGE);
  expect(outcome).toBe('ambiguous');
  expect(candidates[0]?.rivals).toBeGreaterThan(0);
  const { outcome: alone } = await ask(name, [], {
    street: 'PO Box 9',
    city: 'Albany',
    state: 'NY',
    zip: '12201',
  });
  expect(alone).toBe('found');
});

it('takes nobody for the host whose name stands on its second line', async () => {
  const { outcome } = await ask('Quillfeather Conservatory Inc', [], COLLEGE);
  expect(outcome).not.toBe('found');
});

it('finds by a second line that shares words with the first', async () => {
  const address = { street: '7 Bird Ln', city: 'Ithaca', state: 'NY', zip: '14850' };
  const { outcome } = await ask('Juniper Heron Aviary', [], address);
  expect(outcome).toBe('found');
});
