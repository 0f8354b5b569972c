import { describe, expect, it } from 'vitest';
import { Blocker } from '../../src/matching/block/block.js';
import { KeyedList } from '../../src/matching/block/keyed-list.js';
import { keysOf } from '../../src/matching/block/keys.js';
import { sketchOf } from '../../src/matching/block/sketch.js';
import { normaliseRecord } from '../../src/matching/records/prepare.js';
import { FILLER, record } from './support.js';

const wanted = [
  record('name', 'ZEPHYR ROWING CLUB', 'ME'),
  record('spelling', 'BLUE HERON LEAGUE', 'ME'),
  record('typo', 'QUILLFEATHER', 'ME'),
  record('door', 'SOMETHING ELSE', '', {
    address: { street: '12 Beach St', city: 'Rome', state: 'ME', zip: '04963' },
  }),
];
const records = [...FILLER, ...wanted];
const ready = (one: (typeof records)[number]) => keysOf(sketchOf(normaliseRecord(one)));
const blockerOf = (all: typeof records, registerOf = (_number: number) => '') => {
  const keyed = new KeyedList(registerOf);
  for (const one of all) keyed.add(one.id, ready(one));
  return new Blocker(keyed);
};
const blocker = blockerOf(records);
const idsFor = (query: (typeof records)[number], max = 20) =>
  blocker.candidates(ready(query), max).records.map((number) => records[number]?.id);

describe('blocking', () => {
  it('finds a name in another state', () => {
    expect(idsFor(record('q', 'Zephyr Rowing Club, Inc.', 'TX'))[0]).toBe('name');
  });

  it('finds a name of very many bearers in its state', () => {
    const lodges = Array.from({ length: 400 }, (_, index) =>
      record(`lodge${index}`, 'LOYAL ORDER OF QUILLS', ['ME', 'CT', 'AL', 'KS', 'UT'][index % 5]),
    );
    const lone = record('lone', 'LOYAL ORDER OF QUILLS', 'WV');
    const all = [...lodges, lone];
    const found = (state: string) =>
      blockerOf(all)
        .candidates(ready(record('q', 'Loyal Order of Quills', state)), 20)
        .records.map((number) => all[number]?.id);
    expect(found('WV')).toEqual(['lone']);
    expect(found('')).toEqual([]);
  });

  it('finds words in another order, and two rare words of many', () => {
    expect(idsFor(record('q', 'CLUB ROWING ZEPHYR'))[0]).toBe('name');
    expect(idsFor(record('q', 'FRIENDS OF THE ZEPHYR CLUB FOUNDATION'))[0]).toBe('name');
  });

  it('finds words run together', () => {
    expect(idsFor(record('q', 'BLUEHERON LEAGUE'))).toContain('spelling');
  });

  it('finds by ZIP code and house number where no word is shared', () => {
    const address = { street: '12 BCH STREET', city: '', state: '', zip: '04963' };
    expect(idsFor(record('q', 'NOTHING SHARED', '', { address }))).toContain('door');
  });

  it('falls back to how a name begins and ends where no key is shared', () => {
    expect(idsFor(record('q', 'QUILFEATHER'))[0]).toBe('typo');
  });

  it('gives no more than asked for, the same each time', () => {
    const query = record('q', 'filler5 filler6 filler7 filler8');
    expect(idsFor(query, 3)).toHaveLength(3);
    expect(idsFor(query, 3)).toEqual(idsFor(query, 3));
  });

  const twin = record('twin', 'ZEPHYRROWING CLUB', 'CT');
  const inTwo = [...records, twin];
  const registers = (number: number) => (inTwo[number] === twin ? 'CT' : 'ME');
  const two = blockerOf(inTwo, registers);
  const isTwin = (number: number) => inTwo[number] === twin;
  const found = (...request: Parameters<Blocker['candidates']>) =>
    two.candidates(...request).records.map((number) => inTwo[number]?.id);

  it('measures a record by the likeliest of its own register', () => {
    const query = ready(record('q', 'ZEPHYR ROWING CLUB'));
    expect(idsFor(record('q', 'ZEPHYR ROWING CLUB'))).toEqual(['name']);
    // Register by register, in the order of the alphabet.
    expect(found(query, 20)).toEqual(['twin', 'name']);
    expect(found(query, 1)).toEqual(['twin', 'name']);
  });

  it('finds only what is covered, by how a name begins too where no covered record shares a key', () => {
    expect(found(ready(record('q', 'ZEPHYR ROWING CLUB')), 20, isTwin)).toEqual(['twin']);
    expect(found(ready(record('q', 'ZEPHYR ROWINGS')), 20, isTwin)).toEqual(['twin']);
  });

  it('finds nothing for a name of which nothing is known', () => {
    expect(idsFor(record('q', 'XXXXXX'))).toEqual([]);
  });
});
