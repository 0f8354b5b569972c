import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundsOf } from '../../src/matching/population/grounds.js';
import type { Population } from '../../src/matching/population/population.js';
import { normaliseRecord, prepare } from '../../src/matching/records/prepare.js';
import type { LinkRecord } from '../../src/matching/records/record.js';
import { resolvePrepared } from '../../src/matching/resolve.js';
import { Scorer } from '../../src/matching/score.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';
import { budget } from '../support/effort.js';
import { populationOf, record } from './support.js';

const word = fc.constantFrom('acme', 'widgets', 'county', 'church', 'trust', 'zephyr');
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const state = fc.constantFrom('ME', 'CT', 'TX', '');
const records = fc
  .array(fc.record({ name, state, house: fc.constantFrom('1', '2', '') }), { minLength: 1, maxLength: 25 })
  .map((all) =>
    all.map((one, index) =>
      record(`r${index}`, one.name, one.state, {
        address: { street: one.house && `${one.house} ELM ST`, city: 'MILO', state: one.state, zip: '04463' },
      }),
    ),
  );

describe('the grounds of a judgement', () => {
  it('hold all that it takes from the population: with the same grounds it is the same', () => {
    let same = 0;
    fc.assert(
      fc.property(records, records, (first, more) => {
        const [query, ...candidates] = first as [LinkRecord, ...LinkRecord[]];
        const [before, after] = [populationOf(first), populationOf([...first, ...more])];
        const [one, other] = [before, after].map((all) => judged(query, candidates, all));
        if (one?.grounds !== other?.grounds) return;
        same += 1;
        expect(other?.found).toEqual(one?.found);
      }),
      { numRuns: budget(100) },
    );
    // Grounds that change with every record would hold this as well, and would have all judged again each time.
    expect(same).toBeGreaterThan(0);
  });

  it('change with the second bearer of a name', () => {
    const request = record('q', 'QUILLFEATHER ROWING', 'ME');
    const held = record('c', 'QUILLFEATHER ROWING INC', 'ME');
    const other = record('d', 'QUILLFEATHER ROWING INC', 'CT');
    const all = Array.from({ length: 100 }, (_, index) => record(`n${index}`, `neighbour n${index}`, 'ME'));
    const alone = judged(request, [held], populationOf([...all, held]));
    expect(judged(request, [held], populationOf([...all, held, all[0] ?? held])).grounds).toBe(alone.grounds);
    const two = judged(request, [held], populationOf([...all, held, other]));
    expect(two.grounds).not.toBe(alone.grounds);
    const third = record('e', 'QUILLFEATHER ROWING INC', 'TX');
    expect(judged(request, [held], populationOf([...all, held, other, third])).grounds).not.toBe(two.grounds);
  });

  it('change where so many come to a door that it says nothing', () => {
    const address = { street: '1 ELM ST', city: 'MILO', state: 'ME', zip: '04463' };
    const [request, held] = ['q', 'c'].map((id) => record(id, 'QUILLFEATHER ROWING', 'ME', { address }));
    if (request === undefined || held === undefined) throw new Error('two records');
    const others = Array.from({ length: 20 }, (_, index) =>
      record(`n${index}`, `neighbour n${index}`, 'ME', { address }),
    );
    const few = judged(request, [held], populationOf([held, ...others.slice(0, 5)]));
    const some = judged(request, [held], populationOf([held, ...others.slice(0, 10)]));
    const many = judged(request, [held], populationOf([held, ...others]));
    expect(some.grounds).toBe(few.grounds);
    expect(many.grounds).not.toBe(few.grounds);
    expect(many.found).not.toEqual(few.found);
  });
});

function judged(query: LinkRecord, candidates: readonly LinkRecord[], population: Population) {
  const ready = (one: LinkRecord) => prepare(normaliseRecord(one));
  const [ours, theirs] = [ready(query), candidates.map(ready)];
  return {
    grounds: JSON.stringify(groundsOf(ours, theirs, population)),
    found: Object.values(WEIGHTS).map((table) =>
      resolvePrepared(ours, theirs, new Scorer(table), population),
    ),
  };
}
