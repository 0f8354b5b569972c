import { describe, expect, it } from 'vitest';
import type { LinkRecord } from '../../src/matching/records/record.js';
import { resolve } from '../../src/matching/resolve.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';
import { FILLER, populationOf, record } from './support.js';

const { irs, sam, sec } = WEIGHTS;

describe('a body at its place is linked', () => {
  const at = (street: string, city: string, zip: string) => ({ address: { street, city, state: 'ME', zip } });
  const name = 'QUILLFEATHER SCHOLAR HOUSE INC';

  it('however many of part of its name are its neighbours', () => {
    const here = at('403 REG SMITH CIR', 'MILO', '04463');
    const neighbours = ['CAMPUS', 'PHASE', 'TENANTS', 'PARTNERS'].map((word, index) =>
      record(`n${index}`, `QUILLFEATHER SCHOLAR HOUSE ${word} INC`, 'ME', here),
    );
    const held = record('c', name, 'ME', here);
    const alone = run(record('q', name, 'ME', here), [held], sam);
    const result = run(record('q', name, 'ME', here), [...neighbours, held], sam);
    expect(result).toMatchObject({ id: 'c', outcome: 'linked', tier: 'confirmed', rivals: 0 });
    expect(result.probability).toBe(alone.probability);
  });

  it('to the only one of the name in the state, in the same town, with a post office box for a street', () => {
    const elsewhere = record('e', name, 'CT');
    const held = record('c', name, 'ME', at('PO BOX 7', 'MILO', '04463'));
    const there = record('q', name, 'ME', at('12 ELM ST', 'MILO', '04463'));
    const town = run(there, [elsewhere, held], sam);
    expect(town).toMatchObject({ id: 'c', outcome: 'linked', tier: 'confirmed' });
  });

  it('if a word is misspelt at the same door, and not if a number differs', () => {
    const here = at('1801 EDINBURGH ST', 'MILO', '04463');
    const held = record('c', 'QUILLFEATHER COUNTY CHILD DEVELOPMENT PROGRAMS 2', 'ME', here);
    const tierOf = (text: string) => run(record('q', text, 'ME', here), [held], sam).tier ?? 'possible';
    expect(tierOf('QUILLFEATHER COUNTRY CHILD DEVELOPMENT PROGRAMS 2')).toBe('probable');
    expect(tierOf('QUILLFEATHER COUNTY CHILD DEVELOPMENT PROGRAMS 3')).toBe('possible');
    expect(tierOf('QUILLFEATHER COUNTY CHILD DEVELOPMENT PROGRAMS FOUNDATION')).toBe('possible');
  });
});

describe('a false link is never made', () => {
  it.each(['KNIGHTS OF COLUMBUS', 'AMERICAN LEGION', 'FIRST STATE BANK'])(
    'to one of many called %s',
    (name) => {
      const candidates = Array.from({ length: 36 }, (_, index) => record(`c${index}`, name, 'KS'));
      for (const weights of [irs, sam, sec]) {
        const result = run(record('q', name, 'KS'), candidates, weights);
        expect(result.outcome).not.toBe('linked');
        expect(result.tier).toBeNull();
      }
    },
  );

  it('between companies told apart by a number', () => {
    const theirs = record('c', 'ZEPHYR HOLDINGS III LLC', 'CT');
    for (const weights of [irs, sam]) {
      expect(run(record('q', 'ZEPHYR HOLDINGS II LLC', 'CT'), [theirs], weights).tier).not.toBe('confirmed');
    }
  });

  it.each([
    'QUILLFEATHER EPISCOPAL CHURCH',
    'QUILLFEATHER ELEMENTARY SCHOOL',
    'QUILLFEATHER VOLUNTEER FIRE DEPARTMENT',
  ])('that is shown to %s of another state, sole as it may be', (name) => {
    for (const weights of [irs, sam, sec]) {
      const result = run(record('q', name, 'CT'), [record('c', name, 'ME')], weights);
      expect(result.tier ?? 'possible').toBe('possible');
    }
  });

  it('through a second line that says whom a body serves, were it at the same door', () => {
    const door = { street: '1 COURT ST', city: 'MILO', state: 'ME', zip: '04463' };
    const county = record('q', 'QUILLFEATHER COUNTY', 'ME', { address: door });
    const union = record('c', 'FARMERS ZEPHYR UNION', 'ME', {
      names: [
        { text: 'FARMERS ZEPHYR UNION', kind: 'current' },
        { text: 'QUILLFEATHER COUNTY', kind: 'sort' },
      ],
      address: door,
    });
    for (const weights of [irs, sam, sec]) {
      expect(run(county, [union], weights).tier ?? 'possible').toBe('possible');
      // Nor where the second line is the query's.
      const result = run({ ...union, id: 'q' }, [{ ...county, id: 'c' }], weights);
      expect(result.tier ?? 'possible').toBe('possible');
    }
  });

  it.each([
    ['QUILLFEATHER COUNTY', 'QUILLFEATHER COUNTY COMPANY'],
    ['TOWN OF QUILLFEATHER', 'QUILLFEATHER TOWN OF'],
    ['QUILLFEATHER SCHOOL DISTRICT', 'QUILLFEATHER SCHOOL DISTRICT'],
  ])('that is shown to a government in another town: %s', (ours, theirs) => {
    const at = (city: string, street: string) => ({ address: { street, city, state: 'ME', zip: '' } });
    const held = record('c', theirs, 'ME', at('MILO', '4 GLEN DR'));
    for (const weights of [irs, sam, sec]) {
      const result = run(record('q', ours, 'ME', at('BANGOR', '1 COURT ST')), [held], weights);
      expect(result.tier ?? 'possible').toBe('possible');
    }
  });

  it('between a firm and the benefit trust that bears its name', () => {
    const trust = record('c', 'QUILLFEATHER RESOURCES GROUP INC', 'CT', { isBenefitTrust: true });
    for (const weights of [irs, sam, sec]) {
      expect(
        run(record('q', 'QUILLFEATHER RESOURCES GROUP INC', 'CT'), [trust], weights).tier ?? 'possible',
      ).toBe('possible');
    }
  });

  it('to a namesake where one who bears a namesake of another state cannot be told apart', () => {
    const candidates = [record('c1', 'JOHN SMITH PLUMBING', 'ME'), record('c2', 'JOHN SMITH PLUMBING', 'CT')];
    const result = run(record('q', 'JOHN SMITH PLUMBING'), candidates, irs);
    expect(result.outcome).not.toBe('linked');
  });
});

describe('a link is made', () => {
  it('to the sole bearer of the name in the same state, and is confirmed', () => {
    const result = run(record('q', 'Quillfeather Rowing Club Inc', 'ME'), [quillfeather], irs);
    expect(result).toMatchObject({ outcome: 'linked', id: 'c', tier: 'confirmed', also: [], rivals: 0 });
    expect(result.probability).toBeGreaterThan(0.9);
  });

  it('through a former name', () => {
    const theirs = record('c', 'NEW ZEPHYR INC', 'CT', {
      names: [
        { text: 'NEW ZEPHYR INC', kind: 'current' },
        { text: 'QUILLFEATHER SYSTEMS INC', kind: 'former' },
      ],
    });
    expect(run(record('q', 'Quillfeather Systems, Inc.', 'CT'), [theirs], sec)).toMatchObject({
      outcome: 'linked',
      id: 'c',
    });
  });

  it('through an identifier, whatever the names', () => {
    const ours = record('q', 'ZEPHYR', 'CT', { identifiers: ['ein:061234567'] });
    const theirs = record('c', 'SOMETHING ELSE ALTOGETHER', 'ME', { identifiers: ['ein:061234567'] });
    for (const weights of [irs, sam, sec]) {
      expect(run(ours, [theirs, quillfeather], weights)).toMatchObject({
        outcome: 'linked',
        id: 'c',
        tier: 'confirmed',
      });
    }
  });

  it('to every registration that holds the identifier', () => {
    const identifiers = ['ein:061234567'];
    const home = record('home', 'ZEPHYR INC', 'CT', { identifiers });
    const foreign = record('foreign', 'ZEPHYR INC', 'ME', { identifiers });
    const result = run(record('q', 'Zephyr Inc', 'CT', { identifiers }), [foreign, home], sam);
    expect(result).toMatchObject({ outcome: 'linked', id: 'home', also: ['foreign'], tier: 'confirmed' });
  });
});

describe('an answer', () => {
  it('is "ambiguous" where two fit equally well', () => {
    const twins = [quillfeather, { ...quillfeather, id: 'twin' }];
    const result = run(record('q', 'Quillfeather Rowing Club Inc', 'ME'), twins, irs);
    expect(result).toMatchObject({ outcome: 'ambiguous', tier: null, rivals: 1 });
  });

  it('is "none" without candidates', () => {
    expect(run(record('q', 'ZEPHYR', 'CT'), [], irs)).toMatchObject({
      outcome: 'none',
      id: null,
      evidence: [],
    });
  });

  it('is "none" where a name has neither letter nor digit', () => {
    expect(run(record('q', '---', 'CT'), [quillfeather], irs)).toMatchObject({ outcome: 'none', id: null });
  });

  it('explains each field in a sentence', () => {
    const { evidence } = run(record('q', 'Quillfeather Rowing Club', 'ME'), [quillfeather], irs);
    const line = (field: string) => evidence.find((one) => one.field === field);
    expect(line('name')).toMatchObject({ verdict: 'agree', ours: 'Quillfeather Rowing Club' });
    expect(line('state')).toMatchObject({ verdict: 'agree', ours: 'ME', theirs: 'ME' });
    expect(line('legal form')).toMatchObject({
      verdict: 'neutral',
      sentence: 'Only one side states a legal form.',
    });
    expect(evidence.every(({ sentence }) => /^[A-Z].*\.$/.test(sentence))).toBe(true);
  });

  it('gives an address that many share no weight', () => {
    const address = { street: '1209 Orange St', city: 'Wilmington', state: 'DE', zip: '19801' };
    const many = Array.from({ length: 30 }, (_, index) =>
      record(`m${index}`, `tenant${index}`, '', { address }),
    );
    const result = run(record('q', 'tenant3', '', { address }), many, sam);
    expect(result.evidence.find(({ field }) => field === 'street')).toMatchObject({
      verdict: 'neutral',
      weight: 0,
    });
  });

  it('counts dates that cannot be against the link', () => {
    const theirs = record('c', 'ZEPHYR INC', 'CT', { formedYear: 2019 });
    const result = run(record('q', 'ZEPHYR INC', 'CT', { activeYear: 2010 }), [theirs], sam);
    expect(result.evidence.find(({ field }) => field === 'dates')).toMatchObject({ verdict: 'conflict' });
    expect(result.tier).not.toBe('confirmed');
  });
});

const quillfeather = record('c', 'QUILLFEATHER ROWING CLUB INC', 'ME');

function run(
  query: LinkRecord,
  candidates: readonly LinkRecord[],
  weights: (typeof WEIGHTS)[keyof typeof WEIGHTS],
) {
  return resolve(query, candidates, weights, populationOf([...candidates, ...FILLER]));
}
