import { describe, expect, test } from 'vitest';
import { withoutStatusPhrases } from '../../../src/domain/business-names/status-phrase.js';

describe('a status that a register writes behind a name is left out', () => {
  test.each([
    ['EXAMPLE COMPANY, Colorado Authority Terminated August 1, 2002', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, Terminated August 1, 2002', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, Relinquished March 3, 1999', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, Suspended October 1, 1984', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, Expired June 1, 2011', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, Dissolved (Term Expired) June 1, 2011', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, Defunct and Inoperative May 31, 1913', 'EXAMPLE COMPANY'],
    ['EXAMPLE COMPANY, INC., DELINQUENT  MAY 1, 2016 ', 'EXAMPLE COMPANY, INC.'],
    ['Example Family Trust, Delinquent January 1, 2020', 'Example Family Trust'],
    ['EXAMPLE, Delinquent May 1, 2016, Dissolved July 2, 2019', 'EXAMPLE'],
  ])('%s', (name, plain) => {
    expect(withoutStatusPhrases(name)).toBe(plain);
  });
});

describe('a date that belongs to the name stays', () => {
  test.each([
    'EXAMPLE FAMILY TRUST DATED JANUARY 1, 2001',
    'Example Family Trust, dated January 1, 2001',
    'Example Family Trust, U/A/D January 1, 2001',
    'Example Family Trust, under agreement dated January 1, 2001',
    'Example Family Trust, as amended and restated January 1, 2001',
    'Example Chapter, Founded June 5, 1880',
    'Society of the Survivors of June 5, 1880',
    'Example, Survivors of June 5, 1880',
    'Maple, Delinquent Dreams & Sons, Inc.',
    'EXAMPLE COMPANY Delinquent May 1, 2016',
    'EXAMPLE COMPANY, Delinquent 2016',
    ', Delinquent May 1, 2016',
  ])('%s', (name) => {
    expect(withoutStatusPhrases(name)).toBe(name);
  });
});
