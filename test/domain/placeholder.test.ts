import { describe, expect, it } from 'vitest';
import { isPlaceholder } from '../../src/domain/placeholder.js';

describe('isPlaceholder', () => {
  it.each([
    ...[
      'N/A',
      'n/a',
      'NA',
      'N.A.',
      'N / A',
      'N\\A',
      '(N/A)',
      'N/A, N/A',
      'NaN',
      'NULL',
      '-none-',
      '--',
      '.',
      '',
    ],
    ...['NONE', 'None.', 'NONE KNOWN', 'DBA NONE', 'NO DBA', 'No Trade Name', 'NO INFORMATION PROVIDED'],
    ...['NOT APPLICABLE', 'Not Applicable.', 'NOT AVAILABLE', 'DOES NOT APPLY', 'UNKNOWN', 'TBD'],
    ...[
      'SAME',
      'SAME AS ABOVE',
      'Same as Legal Name',
      'SAME AS THE LEGAL BUSINESS NAME LISTED ABOVE',
      'SAME NAME',
    ],
  ])('%j stands for a blank', (text) => expect(isPlaceholder(text)).toBe(true));

  it.each([
    ...[
      'Same Cafe',
      'SAME DAY DELIVERY LLC',
      'NONE SUCH FARM',
      'NONESUCH',
      'N & A',
      'NA LLC',
      'NADA',
      'No Name Saloon',
    ],
    ...[
      'NOT SO FAST INC',
      'NO KID HUNGRY',
      'UNKNOWN PLEASURES RECORDS',
      'NATIONAL ASSOCIATION',
      '7',
      'Ñ',
      '東京',
    ],
    ...['SAME AS IT EVER WAS', 'DBA', 'DBA PARTNERS', 'NONE '.repeat(20).trim(), 'TBD FOOTBALL'],
  ])('%j is a name', (text) => expect(isPlaceholder(text)).toBe(false));
});
