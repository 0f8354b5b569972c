import { describe, expect, it } from 'vitest';
import { cityName } from '../../src/domain/places/city-name.js';

describe('cityName', () => {
  it.each([
    ['WASHINGTON', 'DC', 'washington'],
    ['WASHINGTON DC', 'DC', 'washington'],
    ['Washington, D.C.', 'DC', 'washington'],
    ['Washington, D. C. 20001-1234', 'DC', 'washington'],
    ['WASHINGTON NW', 'DC', 'washington'],
    ['Washington SW, DC', 'DC', 'washington'],
    ['Washington, District of Columbia', 'DC', 'washington'],
    ['Washington, DC', '', 'washington'],
    ['KANSAS CITY KS', 'KS', 'kansas city'],
    ['Kansas City, Kansas', 'KS', 'kansas city'],
    ['NEW YORK NEW YORK', 'NY', 'new york'],
    ['New York', 'NY', 'new york'],
    ['NEW YORK, N.Y.', 'NY', 'new york'],
    ['ST. PAUL', 'MN', 'saint paul'],
    ['Ft Worth', 'TX', 'fort worth'],
    ['Mt. Vernon', 'IL', 'mount vernon'],
    ['PORT WASHINGTON', 'WA', 'port washington'],
    ['NEVADA', 'NV', 'nevada'],
    ['Washington', 'PA', 'washington'],
    ['', 'DC', ''],
  ])('%s of %s is %s', (city, state, expected) => {
    expect(cityName(city, state)).toBe(expected);
  });
});
