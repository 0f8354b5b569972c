import { describe, expect, it } from 'vitest';
import { FEATURES, measure, pairOf } from '../../../src/matching/features.js';
import { normaliseRecord, prepare } from '../../../src/matching/records/prepare.js';
import type { LinkRecord } from '../../../src/matching/records/record.js';
import { FILLER, populationOf, record } from '../support.js';

const population = populationOf(FILLER);

/** The value of one feature of a pair. */
function measured(feature: string, ours: LinkRecord, theirs: LinkRecord): number {
  const ready = (one: LinkRecord) => prepare(normaliseRecord(one));
  const pair = pairOf(ready(ours), ready(theirs), population);
  const values = new Float64Array(FEATURES.length);
  if (pair !== undefined) measure(pair, values);
  return values[FEATURES.indexOf(feature)] ?? Number.NaN;
}

const twoLines = (first: string, second: string): LinkRecord => ({
  ...record('theirs', first, 'ME'),
  names: [
    { text: first, kind: 'current' },
    { text: `${first} ${second}`, kind: 'joined' },
    { text: second, kind: 'sort' },
  ],
});

describe('a second line of theirs', () => {
  const ours = record('ours', 'QUILL MUNICIPAL LEAGUE', 'ME');
  const alone = (one: LinkRecord, theirs: LinkRecord) => measured('names.secondLineAlone', one, theirs);

  it('counts against a name that stands on the first line alone', () => {
    expect(alone(ours, twoLines('QUILL MUNICIPAL LEAGUE', 'ZEPHYR AIRPORT'))).toBe(1);
    expect(alone(ours, twoLines('QUILL MUNICIPAL LEAGUE', 'GROUP RETURN'))).toBe(1);
  });

  it('counts nothing where we name it, or where there is none', () => {
    expect(alone(ours, twoLines('QUILL MUNICIPAL LEAGUE', 'MUNICIPAL LEAGUE'))).toBe(0);
    expect(alone(ours, record('theirs', 'QUILL MUNICIPAL LEAGUE'))).toBe(0);
  });
});

describe('a name with which the other begins', () => {
  const begins = (one: string, other: string) =>
    measured('name.begins', record('ours', one), record('theirs', other));

  it('counts the more, the rarer its words are', () => {
    const rare = begins('QUILLFEATHER ZEPHYR FUND', 'QUILLFEATHER ZEPHYR FUND UNDER WILL');
    expect(rare).toBeGreaterThan(0.9);
    expect(begins('COMMUNITY', 'COMMUNITY SINGERS')).toBeLessThan(rare / 2);
  });

  it('counts nothing if the other is a foundation, an auxiliary or the like of the body', () => {
    expect(begins('QUILLFEATHER ZEPHYR CENTER FOUNDATION', 'QUILLFEATHER ZEPHYR CENTER')).toBe(0);
    expect(begins('QUILLFEATHER ZEPHYR', 'QUILLFEATHER ZEPHYR AUXILIARY')).toBe(0);
  });

  it('ends where a word ends, and is not the whole', () => {
    expect(begins('QUILL', 'QUILLFEATHER')).toBe(0);
    expect(begins('QUILL LLC', 'QUILL INC')).toBe(0);
    expect(begins('QUILL CLUB', 'ZEPHYR QUILL CLUB')).toBe(0);
  });
});

describe('words run together', () => {
  const overlap = (one: string, other: string) =>
    measured('name.overlap', record('ours', one), record('theirs', other));

  it('have their two parts as a counterpart, on either side', () => {
    expect(overlap('QUILL NATIONALZEPHYR FUND', 'QUILL NATIONAL ZEPHYR FUND')).toBe(1);
    expect(overlap('HERON LEAGUE BLUE QUILL', 'QUILL HERON LEAGUEBLUE')).toBe(1);
  });

  it('have none in parts that do not stand next to each other', () => {
    expect(overlap('QUILL NATIONALZEPHYR', 'NATIONAL QUILL ZEPHYR')).toBeLessThan(0.9);
  });
});

describe('a state that one side does not tell', () => {
  it('counts the more against a name, the commoner its words are', () => {
    const unknown = (name: string) =>
      measured('state.unknownCommon', record('ours', name), record('theirs', name, 'KY'));
    expect(unknown('COMMUNITY FOUNDATION')).toBeGreaterThan(0.3);
    expect(unknown('QUILLFEATHER ZEPHYR')).toBeLessThan(0.2);
  });

  it('counts against a body that serves one place, unless the state of incorporation tells it', () => {
    const church = (more: Partial<LinkRecord>) =>
      measured(
        'local.unknown',
        record('ours', 'QUILL BAPTIST CHURCH', '', more),
        record('theirs', 'QUILL BAPTIST CHURCH', 'KY'),
      );
    expect(church({})).toBe(1);
    expect(church({ incorporationState: 'KY' })).toBe(0);
  });

  it('of incorporation in another state counts the more, the commoner the name is', () => {
    const elsewhere = (name: string) =>
      measured(
        'domicile.conflictCommon',
        record('ours', name, '', { incorporationState: 'MO' }),
        record('theirs', name, 'KY'),
      );
    expect(elsewhere('COMMUNITY FOUNDATION')).toBeGreaterThan(elsewhere('QUILLFEATHER ZEPHYR'));
  });
});

describe('a name with the name of a state', () => {
  const named = (name: string, more: Partial<LinkRecord> = {}) =>
    measured('state.named', record('ours', name, '', more), record('theirs', name, 'KY'));

  it.each(['QUILL CHAMBER OF KENTUCKY', 'Kentucky Quill Chamber', 'QUILL CLUB OF OWENSBORO KY'])(
    'tells the state of a record that has no other: %s',
    (name) => expect(named(name)).toBe(1),
  );

  it.each(['QUILL CHAMBER', 'QUILL CLUB OF KENTUCKYTOWN', 'KY QUILL CLUB'])('%s names none', (name) =>
    expect(named(name)).toBe(0),
  );

  it('says nothing beside a state of the address or of incorporation', () => {
    expect(named('KENTUCKY QUILL CHAMBER', { incorporationState: 'KY' })).toBe(0);
    const name = 'KENTUCKY QUILL CHAMBER';
    expect(measured('state.named', record('ours', name, 'KY'), record('theirs', name, 'KY'))).toBe(0);
  });
});

describe('a kind of body', () => {
  const alone = (ours: string, theirs: string) =>
    measured('body.oursAlone', record('ours', ours), record('theirs', theirs));

  it.each(['FOUNATION', 'FOUNDTION', 'FOUNDATI', 'FOUNDATIONINC'])(
    'is read if it is misspelt or cut off: %s',
    (word) => {
      expect(alone('QUILL FOUNDATION', `QUILL ${word}`)).toBe(0);
      expect(alone(`QUILL ${word}`, 'QUILL')).toBe(1);
    },
  );

  it('is not read into another word', () => {
    expect(alone('QUILL SCHOLARS', 'QUILL')).toBe(0);
    expect(alone('QUILL FOUNDRY', 'QUILL')).toBe(0);
  });
});
