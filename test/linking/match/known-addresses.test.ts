import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import type { Matcher } from '../../../src/linking/match/matcher.js';
import { openMatcher } from './open-matcher.js';

const CO = 'us_co_business_entities';
const entity = (key: string, name: string, principalAddress: string): EntityDraft => ({
  key,
  name,
  principalAddress,
});
/** Before the second load and after it. */
const MOVED: readonly (readonly [EntityDraft, EntityDraft])[] = [
  ['1', 'Amber Heron Works Inc', '4 Elm St, Salida, CO 81201', '90 Oak Ave, Pueblo, CO 81003'],
  ['2', 'Cobalt Larch Inc', '5 Elm St, Salida, CO 81201', '91 Oak Ave, Pueblo, CO 81003'],
  // Another body of the name is there now.
  ['4', 'Juniper Loom Inc', '6 Elm St, Salida, CO 81201', '92 Oak Ave, Pueblo, CO 81003'],
].map(([key = '', name = '', from = '', to = '']) => [entity(key, name, from), entity(key, name, to)]);
const STILL: readonly EntityDraft[] = [
  entity('3', 'Cobalt Larch Inc', '17 Ash St, Trinidad, CO 81082'),
  entity('5', 'Juniper Loom Inc', '6 Elm St, Salida, CO 81201'),
  entity('6', 'Indigo Osprey Corp', '1 Osprey Way, Boulder, CO 80301'),
  ...Array.from({ length: 200 }, (_, row) =>
    entity(`${row + 100}`, `Plain Company ${row} LLC`, `${row} Long Rd, Denver, CO 80202`),
  ),
];

let matcher: Matcher;
let close: () => Promise<void>;
beforeAll(async () => {
  const [before, after] = [0, 1].map((load) => [...MOVED.flatMap((one) => one[load] ?? []), ...STILL]);
  ({ matcher, close } = await openMatcher(
    { [CO]: before ?? [] },
    { entities: { [CO]: after ?? [] } },
    {
      sec: {
        us_sec_submissions: [
          {
            kind: 'filer',
            cik: 990_001,
            name: 'Indigo Osprey Corp',
            entityType: 'operating',
            place: 'CO',
            city: 'Boulder',
            addresses: [
              { street: '1 Osprey Way', city: 'Boulder', state: 'CO', zip: '80301' },
              { street: 'PO Box 77', city: 'Golden', state: 'CO', zip: '80401' },
            ],
          },
        ],
      },
    },
  ));
});
afterAll(() => close());

async function match(name: string, street: string, city: string, zip: string, state = 'CO') {
  const { outcome, candidates, reason } = await matcher.match({
    name,
    otherNames: [],
    address: { street, city, state, zip },
    people: [],
    identifiers: [],
    registryNumber: '',
    year: null,
  });
  return { outcome, reason, id: candidates[0]?.candidate.data.id };
}

describe('a former or mailing address', () => {
  it.each([
    ['4 Elm St', 'Salida', '81201'],
    ['', 'Salida', '81201'],
    ['', 'Salida', ''],
    ['', '', '81201'],
  ])('in the history of the record finds it: %j %j %j', async (street, city, zip) => {
    const found = await match('Amber Heron Works Inc', street, city, zip);
    expect([found.outcome, found.id]).toEqual(['found', 'CO:1']);
    expect(found.reason).toContain('a former or mailing address');
  });

  it('tells namesakes apart', async () => {
    expect(await match('Cobalt Larch Inc', '5 Elm St', 'Salida', '81201')).toMatchObject({
      outcome: 'found',
      id: 'CO:2',
    });
    expect(await match('Cobalt Larch Inc', '', 'Trinidad', '81082')).toMatchObject({
      outcome: 'found',
      id: 'CO:3',
    });
  });

  it('gives way to a record that has the address now', async () => {
    const found = await match('Juniper Loom Inc', '6 Elm St', 'Salida', '81201');
    expect([found.outcome, found.id]).toEqual(['found', 'CO:5']);
    expect(found.reason).not.toContain('former');
  });

  it('of the linked filer finds the record', async () => {
    const found = await match('Indigo Osprey Corp', 'PO Box 77', 'Golden', '80401');
    expect([found.outcome, found.id]).toEqual(['found', 'CO:6']);
  });

  it.each([
    ['Amber Heron Works Inc', '', 'Trinidad', '81082'],
    ['Amber Heron Works Inc', '70 Maple Ave', 'Salida', '81201'],
    ['Amber Heron Works Inc', '4 Elm St', 'Golden', '80401'],
    ['Indigo Osprey Corp', '', 'Salida', '81201'],
    ['Amber Heron Works Inc', '12 Fir St', 'Tulsa', '74101', 'OK'],
  ])(
    'that contradicts all that is known is not found: %s, %s %s',
    async (name, street, city, zip, state?: string) => {
      const found = await match(name, street, city, zip, state);
      expect(found.outcome).toBe('possible');
    },
  );
});
