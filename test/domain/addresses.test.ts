import { describe, expect, test } from 'vitest';
import { oneLineAddress } from '../../src/domain/places/addresses.js';

describe('one-line addresses', () => {
  test('parts stand in one line, the state as its code', () => {
    const parts = { street: ['28 LIBERTY ST.', 'FL 4'], city: 'NEW YORK', state: 'NEW YORK', zip: '10005' };
    expect(oneLineAddress(parts)).toBe('28 LIBERTY ST., FL 4, NEW YORK, NY 10005');
  });

  test('the country stands only where it is not the US', () => {
    const parts = { street: '1 Elm St', city: 'Delta', state: 'CO', zip: '81416' };
    expect(oneLineAddress({ ...parts, country: 'US' })).toBe('1 Elm St, Delta, CO 81416');
    expect(oneLineAddress({ ...parts, country: 'United States' })).toBe('1 Elm St, Delta, CO 81416');
    expect(oneLineAddress({ street: '2 High St', city: 'York', zip: 'YO1 7HH', country: 'GB' })).toBe(
      '2 High St, York, YO1 7HH, GB',
    );
  });

  test('nine digits of a ZIP get their dash, zeros are blank', () => {
    const parts = { street: '1 Elm St', city: 'Darien', state: 'CT' };
    expect(oneLineAddress({ ...parts, zip: '064432532' })).toBe('1 Elm St, Darien, CT 06443-2532');
    expect(oneLineAddress({ ...parts, zip: '06443-0000' })).toBe('1 Elm St, Darien, CT 06443');
    expect(oneLineAddress({ ...parts, zip: '00000' })).toBe('1 Elm St, Darien, CT');
  });

  test.each([
    [{ street: undefined, state: 'NEW YORK' }],
    [{ street: 'No information provided' }],
    [{ street: ', , ,' }],
    [{ street: ['', '  '], state: 'CO', zip: '80202', country: 'US' }],
  ])('%j is no address', (parts) => {
    expect(oneLineAddress(parts)).toBeUndefined();
  });
});
