import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import type { Matcher } from '../../../src/linking/match/matcher.js';
import { openMatcher } from './open-matcher.js';

const IRS = 'us_irs_eo_bmf';
const irs = (key: string, name: string, principalAddress: string, secondLine?: string): EntityDraft => ({
  key,
  name,
  state: 'VT',
  principalAddress,
  ...(secondLine !== undefined && { otherNames: [{ name: secondLine, kind: 'sort' }] }),
});

const TOWNS = ['Barre', 'Chester', 'Dorset', 'Essex', 'Fairlee', 'Granby', 'Hartland'];
const zipOf = (town: number) => `0${5100 + town}`;
const LODGES = TOWNS.map((town, at) =>
  irs(`lodge${at}`, 'ORDER OF QUILL', `${at + 3} Elm St, ${town}, VT ${zipOf(at)}`),
);
/** As many as a state has units of a large order. */
const POSTS = Array.from({ length: 120 }, (_, at) =>
  irs(
    `post${at}`,
    'HERON LEGION',
    `${at + 1} Oak St, Town ${at}, VT 06${String(at).padStart(3, '0')}`,
    `POST ${at}`,
  ),
);
const BODIES: readonly EntityDraft[] = [
  ...LODGES,
  { ...irs('district', 'SORREL QUARTET', '9 K St NW, Washington, DC 20001'), state: 'DC' },
  ...POSTS,
  irs('sole', 'AMBER HERON SOCIETY', '4 Elm St, Barre, VT 05100'),
  irs('east', 'COBALT GRANGE', '9 Elm St, Barre, VT 05100'),
  irs('west', 'COBALT GRANGE', '12 Oak St, Barre, VT 05100'),
  irs('neighbour', 'JUNIPER ACADEMY FRIENDS OF SONG', '7 Main St, Essex, VT 05103'),
  irs('whole', 'JUNIPER ACADEMY', '7 Main St, Essex, VT 05103'),
  ...Array.from({ length: 200 }, (_, row) =>
    irs(`f${row}`, `Fallow Society of Plot ${row}`, `${row} Long Rd, Utica, VT 05900`),
  ),
];
const REGISTER: readonly EntityDraft[] = [
  { key: '77', name: 'Indigo Loom Systems Inc', principalAddress: '1 Loom Way, Cupertino, CA 95014' },
  ...Array.from({ length: 200 }, (_, row) => ({
    key: `${row + 100}`,
    name: `Plain Company ${row} LLC`,
    principalAddress: `${row} Long Rd, Denver, CO 80202`,
  })),
];

let matcher: Matcher;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ matcher, close } = await openMatcher({ [IRS]: [...BODIES], us_co_business_entities: [...REGISTER] }));
});
afterAll(() => close());

interface Place {
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
}

async function match(name: string, place: Place) {
  const address = { street: '', city: '', state: '', zip: '', ...place };
  const about = { people: [], identifiers: [], registryNumber: '', year: null };
  const answer = await matcher.match({ name, otherNames: [], address, ...about });
  return { ...answer, id: answer.outcome === 'found' ? answer.candidates[0]?.candidate.data.id : undefined };
}

describe('a town, ZIP code or door in the request decides among namesakes', () => {
  const there: readonly Place[] = [
    { city: 'Dorset' },
    { zip: zipOf(2) },
    { city: 'Dorset', zip: zipOf(2) },
    { city: 'Dorset', zip: zipOf(2), street: '5 Elm Street' },
    { city: 'DORSET', zip: zipOf(2), street: 'PO Box 7' },
  ];
  it.each(there)('found: %j', async (place) => {
    expect((await match('Order of Quill', { state: 'VT', ...place })).id).toBe(bulkId(IRS, 'lodge2'));
  });

  const nowhere: readonly Place[] = [
    { city: 'Winooski' },
    { zip: '05999' },
    { city: 'Winooski', zip: '05999' },
    { city: 'Winooski', zip: '05999', street: '5 Elm Street' },
    {},
  ];
  it.each(nowhere)('not found: %j', async (place) => {
    const { outcome, candidates, candidateCount } = await match('Order of Quill', { state: 'VT', ...place });
    expect(outcome).toBe('ambiguous');
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidateCount).toBeGreaterThanOrEqual(candidates.length);
  });

  it('finds one of more than a search lists', async () => {
    expect((await match('Heron Legion', { state: 'VT', city: 'Town 97', zip: '06097' })).id).toBe(
      bulkId(IRS, 'post97'),
    );
  });

  it('lists the first ten of many and counts them', async () => {
    const { outcome, candidates, candidateCount, reason } = await match('Heron Legion', { state: 'VT' });
    expect({ outcome, listed: candidates.length, candidateCount }).toEqual({
      outcome: 'ambiguous',
      listed: 10,
      candidateCount: POSTS.length,
    });
    expect(reason).toContain('120 records are possible; the first 10 are listed.');
  });

  it('tells two of one town by their doors alone', async () => {
    const barre = { state: 'VT', city: 'Barre', zip: '05100' };
    expect((await match('Cobalt Grange', barre)).outcome).toBe('ambiguous');
    expect((await match('Cobalt Grange', { ...barre, street: '12 Oak St' })).id).toBe(bulkId(IRS, 'west'));
  });
});

describe('a town, ZIP code or street that contradicts rules out `found`, even for the only holder of a name', () => {
  const fits: readonly Place[] = [
    {},
    { city: 'Barre' },
    { zip: '05100' },
    { city: 'Barre', zip: '05199' },
    { city: 'Elsewhere', zip: '05100' },
    { city: 'Barre', zip: '05100', street: 'PO Box 9' },
    { city: 'Barre', zip: '05100', street: '6 Elm St' },
  ];
  it.each(fits)('found: %j', async (place) => {
    expect((await match('Amber Heron Society', { state: 'VT', ...place })).id).toBe(bulkId(IRS, 'sole'));
  });

  const contradicts: readonly Place[] = [
    { city: 'Granby' },
    { zip: '05105' },
    { city: 'Granby', zip: '05105' },
    { city: 'Granby', zip: '05105', street: '4 Elm St' },
    { city: 'Barre', zip: '05100', street: '90 Maple Ave' },
  ];
  it.each(contradicts)('not found: %j', async (place) => {
    const { outcome, candidates } = await match('Amber Heron Society', { state: 'VT', ...place });
    expect(outcome).toBe('possible');
    expect(candidates[0]?.candidate.data.id).toBe(bulkId(IRS, 'sole'));
  });
});

it('takes nothing from a whole name at its door for a neighbour of another name', async () => {
  const place = { street: '7 Main St', city: 'Essex', state: 'VT', zip: '05103' };
  const { id, candidates } = await match('Juniper Academy', place);
  expect(id).toBe(bulkId(IRS, 'whole'));
  const { candidates: alone } = await match('Juniper Academy', { ...place, street: '' });
  expect(candidates[0]?.probability).toBeGreaterThanOrEqual(alone[0]?.probability ?? 1);
  expect(candidates[0]?.probability).toBeGreaterThan(0.95);
});

describe('the District of Columbia, which is one town', () => {
  it.each(['Washington', 'WASHINGTON DC', 'Washington, D.C.', 'Washington NW', 'WASHINGTN'])(
    'found in its ZIP code, and in no other: %s',
    async (city) => {
      expect((await match('Sorrel Quartet', { state: 'DC', city, zip: '20001' })).id).toBe(
        bulkId(IRS, 'district'),
      );
      expect((await match('Sorrel Quartet', { state: 'DC', city, zip: '20036' })).id).toBeUndefined();
    },
  );
});

describe('the state is that of registration or of the address', () => {
  it.each([{ state: 'CO' }, { state: 'CA' }, { state: 'CO', city: 'Cupertino' }])(
    'found: %j',
    async (place) => {
      expect((await match('Indigo Loom Systems Inc', place)).id).toBe('CO:77');
    },
  );

  it.each([{ state: 'TX' }, { state: 'CO', city: 'Denver' }])('not found: %j', async (place) => {
    expect((await match('Indigo Loom Systems Inc', place)).outcome).not.toBe('found');
  });

  it('says which state agrees', async () => {
    const { candidates } = await match('Indigo Loom Systems Inc', { state: 'CO' });
    const line = candidates[0]?.evidence.find(({ field }) => field === 'state');
    expect(line?.sentence).toBe('It is registered in that state; its address is in another.');
  });
});
