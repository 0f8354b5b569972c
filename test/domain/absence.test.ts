import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORD_CLASSES } from '../../src/contract/vocabulary.js';
import { absenceText, EXPLAINED_FIELDS, explainAbsence } from '../../src/domain/absence.js';
import type { EntityData } from '../../src/domain/entity.js';

const bare = (more: Partial<EntityData> = {}): EntityData => ({
  id: 'CO:1',
  name: 'BARE',
  officers: [],
  filings: [],
  recordClass: 'registry_entity',
  subjectType: 'organization',
  jurisdictionLevel: 'state',
  sourceAgency: 'Colorado Secretary of State',
  ...more,
});

describe('explainAbsence', () => {
  it('gives every missing field one reason and no field that is there', () => {
    const dates = fc.constantFrom(undefined, '2020-01-01');
    fc.assert(
      fc.property(
        fc.constantFrom(...RECORD_CLASSES),
        dates,
        fc.boolean(),
        (recordClass, formedDate, published) => {
          const data = bare({ recordClass, state: 'CO', ...(formedDate && { formedDate }) });
          const reasons = explainAbsence(data, { formedDate: published });
          const missing = EXPLAINED_FIELDS.filter((field) => isMissing(data[field]));
          expect(Object.keys(reasons).sort()).toEqual([...missing].sort());
        },
      ),
    );
  });

  it('tells what the publisher never holds from what it left blank', () => {
    expect(explainAbsence(bare(), { officers: false })).toMatchObject({
      officers: 'not_published_by_source',
      formedDate: 'blank_at_source',
    });
  });

  it('lays what a class never carries to the class, unless the source does publish it', () => {
    const license = bare({ recordClass: 'license' });
    expect(explainAbsence(license, {}).formedDate).toBe('not_in_record_class');
    expect(explainAbsence(license, { formedDate: true }).formedDate).toBe('blank_at_source');
  });

  it('says of a city that its level and agency are not published, never that they were left blank', () => {
    const city = bare({ recordClass: 'license', jurisdictionLevel: null, sourceAgency: null });
    expect(explainAbsence(city, {})).toMatchObject({
      jurisdictionLevel: 'not_published_by_source',
      sourceAgency: 'not_published_by_source',
      stateEntityId: 'not_published_by_source',
    });
  });
});

function isMissing(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}

it('the text of the reasons is the reasons, however many records were asked of before', () => {
  const publishes = { officers: false };
  const license = bare({ recordClass: 'license' });
  for (const data of [bare(), license, bare({ status: 'active' }), bare()]) {
    expect(JSON.parse(absenceText(data, publishes))).toEqual(explainAbsence(data, publishes));
  }
});
