import { describe, expect, it } from 'vitest';
import type { RecordName } from '../../../src/matching/names/name-parts.js';
import type { LinkRecord } from '../../../src/matching/records/record.js';
import { resolve } from '../../../src/matching/resolve.js';
import { WEIGHTS } from '../../../src/matching/weights/index.js';
import { FILLER, populationOf, record } from '../support.js';

describe('names beside the best pair', () => {
  const ltd: RecordName = { text: 'QUILLFEATHER LTD', kind: 'former' };
  const query = named('q', ['QUILLFEATHER INC.'], ltd);
  const predecessor = named('predecessor', ['Quillfeather Ltd']);
  const body = named('body', ['Quillfeather Inc.'], { ...ltd, text: 'Quillfeather Ltd' });

  it.each([[[predecessor, body]], [[body, predecessor]]])(
    'tell a body from its predecessor of another legal form',
    (candidates) => {
      const found = run(query, candidates, 'sec');
      expect(found).toMatchObject({ outcome: 'linked', id: 'body' });
      expect(lineOf(found)).toMatchObject({ verdict: 'agree' });
    },
  );

  it('count against who bears the former legal form alone', () => {
    const found = run(query, [predecessor], 'sec');
    expect(lineOf(found)).toMatchObject({ verdict: 'conflict' });
    expect(lineOf(found)?.weight).toBeLessThan(0);
  });

  it('count nothing against who states no legal form', () => {
    expect(lineOf(run(query, [named('c', ['Quillfeather'])], 'sec'))?.weight ?? 0).toBe(0);
  });

  it('count against a body that bore other names before, of which we list none', () => {
    const took: RecordName = { text: 'TUNDRABELL HOLDCO INC', kind: 'former' };
    const successor = named('successor', ['Quillfeather Inc.'], took);
    const plain = run(query, [named('body', ['Quillfeather Inc.'])], 'sec');
    const found = run(query, [successor], 'sec');
    expect(lineOf(found)?.weight ?? 0).toBeLessThan(lineOf(plain)?.weight ?? 0);
    expect(lineOf(found)).toMatchObject({ verdict: 'neutral' });
    const both = run(query, [successor, named('body', ['Quillfeather Inc.'], ltd)], 'sec');
    expect(both).toMatchObject({ id: 'body', outcome: 'linked' });
    const listed = named('q2', ['QUILLFEATHER INC.'], took);
    expect(lineOf(run(listed, [successor], 'sec'))?.weight).toBeGreaterThanOrEqual(0);
  });

  it('tell a registrant from the group return of its name', () => {
    const group = record('group', 'OSPREYWORTH LIVING', 'CT', {
      names: [
        { text: 'OSPREYWORTH LIVING', kind: 'current' },
        { text: 'OSPREYWORTH LIVING GROUP RETURN', kind: 'joined' },
        { text: 'GROUP RETURN', kind: 'sort' },
      ],
    });
    const parent = record('parent', 'OSPREYWORTH LIVING', 'CT');
    for (const weights of ['irs', 'sam'] as const) {
      const found = run(record('q', 'OSPREYWORTH LIVING', 'CT'), [group, parent], weights);
      expect(found).toMatchObject({ id: 'parent', outcome: 'linked' });
    }
  });
});

function named(id: string, current: readonly string[], ...others: readonly RecordName[]): LinkRecord {
  const names = [...current.map((text) => ({ text, kind: 'current' as const })), ...others];
  return { ...record(id, ''), names };
}

function run(query: LinkRecord, candidates: readonly LinkRecord[], weights: keyof typeof WEIGHTS) {
  return resolve(query, candidates, WEIGHTS[weights], populationOf([...candidates, ...FILLER]));
}

function lineOf({ evidence }: ReturnType<typeof resolve>) {
  return evidence.find(({ field }) => field === 'other names');
}
