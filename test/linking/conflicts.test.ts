import { describe, expect, test } from 'vitest';
import { contested } from '../../src/linking/decisions/conflicts.js';
import type { EntityLink } from '../../src/store/store.js';

const claim = (party: string, more: Partial<EntityLink> = {}): EntityLink => ({
  ...{ entity: 'CT:1', dataset: 'us_xx_awards', party, outcome: 'linked', tier: 'confirmed', attached: true },
  ...{ probability: 0.99, decidedBy: 'model', rivals: 0, samePlace: false, evidence: '[]' },
  ...more,
});
const parties = (claims: readonly EntityLink[], oneParty: boolean) =>
  contested(claims, oneParty).map(({ party }) => party);

describe('claims on one entity', () => {
  test('of a single party stand', () => {
    expect(parties([claim('a')], true)).toEqual([]);
    expect(parties([claim('a')], false)).toEqual([]);
  });

  test('by several bodies of one name are all in doubt where a body has one number', () => {
    expect(parties([claim('a'), claim('b')], true)).toEqual(['a', 'b']);
    expect(parties([claim('a', { samePlace: true }), claim('b', { samePlace: true })], true)).toEqual([
      'a',
      'b',
    ]);
  });

  test('from the entity’s own place outdo those from elsewhere', () => {
    expect(parties([claim('a', { samePlace: true }), claim('b')], true)).toEqual(['b']);
    expect(
      parties([claim('a', { samePlace: true }), claim('b'), claim('c', { samePlace: true })], false),
    ).toEqual(['b']);
  });

  test('from different places, none of them the entity’s, are in doubt: a name alone is no address', () => {
    expect(parties([claim('a'), claim('b')], false)).toEqual(['a', 'b']);
  });

  test('by number stand, and outdo names where a body has one number', () => {
    const byNumber = claim('a', { decidedBy: 'identifier' });
    expect(parties([byNumber, claim('b')], true)).toEqual(['b']);
    expect(parties([byNumber, claim('c', { decidedBy: 'identifier' })], true)).toEqual([]);
    expect(parties([byNumber, claim('b')], false)).toEqual([]);
  });

  test('that are not shown anyway contest nothing', () => {
    expect(parties([claim('a'), claim('b', { attached: false })], true)).toEqual([]);
  });
});
