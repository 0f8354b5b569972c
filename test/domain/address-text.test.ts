import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doorOf } from '../../src/domain/places/address-key.js';
import { addressParts } from '../../src/domain/places/address-parts.js';
import { addressTexts, type Place, soughtAddresses } from '../../src/domain/places/address-text.js';
import { placeOf } from '../../src/domain/places/place-text.js';

const textsOf = (line: string) => addressTexts(doorOf(addressParts(line).street), placeOf(line));
const isFound = (line: string, written: string, known: Place = {}) =>
  textsOf(line).some((text) => soughtAddresses(written, known).includes(text));

const LINE = '500 Oak St, Suite 4, Fort Collins, CO 80521';

describe('an address is found as people write it', () => {
  it.each<[string, Place?]>([
    [LINE],
    ['500 oak street #4, fort collins, co 80521-1234'],
    ['500 Oak St Ste 4 80521'],
    ['500 Oak St Ste 4 Fort Collins CO'],
    ['500 Oak St Ste 4, Ft. Collins, Colorado'],
    ['500 Oak St Ste 4 Fort Collins', { state: 'CO' }],
    ['500 Oak St Ste 4', { zip: '80521' }],
    ['500 Oak St Ste 4', { city: 'Fort Collins', state: 'CO' }],
  ])('%s', (written, known) => expect(isFound(LINE, written, known)).toBe(true));

  it('a court is a court beside a ZIP code and a city of Connecticut behind them', () => {
    expect(isFound('7 Elm Ct, Salem, OR 97301', '7 Elm Ct', { zip: '97301' })).toBe(true);
    expect(isFound('7 Elm Ct, Salem, CT 06420', '7 elm court salem ct')).toBe(true);
  });

  it('a building is not meant where one of its units is', () => {
    const building = '500 Oak St, Denver, CO 80202';
    for (const unit of [
      '500 Oak St, Suite B, Denver, CO 80202',
      '500 Oak St Suite B Denver 80202',
      '500 Oak St #4 Denver CO',
    ])
      expect(isFound(building, unit)).toBe(false);
  });

  it.each(['Oak St, Fort Collins, CO', '500 Oak St', 'Fort Collins, CO 80521', ''])(
    '%s names no door or no place',
    (written) => expect(soughtAddresses(written, {})).toEqual([]),
  );
});

const words = (all: string[]) => fc.constantFrom(...all);
const parts = fc.record({
  number: fc.integer({ min: 1, max: 99_999 }),
  direction: words(['', 'N', 'South', 'NE']),
  street: words(['Oak', 'Saint Charles', 'Broadway', '4th', 'Martin Luther King', 'Delaware', 'Virginia']),
  type: words(['St', 'Avenue', 'Ct', 'Blvd', 'Pkwy']),
  unit: words(['', 'Suite 4', 'Unit B2', 'Floor 3', '#12']),
  city: words(['Denver', 'New York', 'St. Louis', 'Kansas City', 'Washington', 'Winston-Salem']),
  state: words(['CO', 'NY', 'MO', 'KS', 'DC', 'NC']),
  zip: words(['80202', '10001', '63101', '66101', '20001', '27101']),
});

it('any address is found in one line, without commas and by its parts; one of another number is not', () => {
  fc.assert(
    fc.property(parts, ({ number, direction, street, type, unit, city, state, zip }) => {
      const at = (house: number) =>
        [house, direction, street, type, unit].filter((part) => part !== '').join(' ');
      const line = `${at(number)}, ${city}, ${state} ${zip}`;
      const written = [
        line,
        line.replaceAll(',', ''),
        `${at(number)} ${zip}`,
        `${at(number)} ${city} ${state}`,
      ];
      for (const one of written) expect(isFound(line, one), one).toBe(true);
      expect(isFound(line, at(number), { zip })).toBe(true);
      expect(isFound(line, at(number), { city, state })).toBe(true);
      expect(isFound(line, `${at(number + 1)}, ${city}, ${state} ${zip}`)).toBe(false);
    }),
  );
});
