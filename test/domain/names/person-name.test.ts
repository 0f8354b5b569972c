import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personName, positionalPersonName } from '../../../src/domain/people/person-name.js';

describe('names of persons', () => {
  test.each([
    ['Fieldstone          Ronald        RESQ.', 'Ronald R Fieldstone ESQ.'],
    ['Lee                 Wilton         III', 'Wilton Lee III'],
    ['DE LA CRUZ          MARY ANN', 'MARY ANN DE LA CRUZ'],
    ['PEREIRA  GOMEZ      ARTURO', 'ARTURO PEREIRA GOMEZ'],
    ['', undefined],
  ])('%j is read by position', (raw, name) => {
    expect(positionalPersonName(raw)).toBe(name);
  });

  test('a last name that fills its 20 places does not run into the first name', () => {
    expect(positionalPersonName(`${'WOLFESCHLEGELSTEINHA'}${'HUBERT'.padEnd(14)}B`)).toBe(
      'HUBERT B WOLFESCHLEGELSTEINHA',
    );
  });

  test('the parts that are there are kept in the order they are spoken', () => {
    const part = fc.option(fc.stringMatching(/^[A-Z]{1,9}$/), { nil: undefined });
    fc.assert(
      fc.property(part, part, part, part, (first, middle, last, suffix) => {
        const parts = [first, middle, last, suffix].filter((text) => text !== undefined);
        expect(personName({ first, middle, last, suffix })).toBe(parts.join(' ') || undefined);
      }),
    );
  });
});
