import { describe, expect, it } from 'vitest';
import { addressKey } from '../../src/domain/places/address-key.js';
import { addressParts } from '../../src/domain/places/address-parts.js';

const keyOf = (line: string) => addressKey(addressParts(line));
const SAME = [
  [
    '500 Oak Street, Suite 4, Denver, CO 80202',
    '500 Oak St, Ste 4, Denver, CO 80202',
    '500 OAK ST STE 4, DENVER, CO 80202',
    '500 Oak St #4, Denver, CO 80202',
    '500 Oak St., Suite #4, Denver, CO 80202-1234',
    '500 Oak St Unit 4, Denver, CO 80202',
  ],
  [
    '7901 4TH ST N STE 300, ST. PETERSBURG, FL 33702',
    '7901 Fourth Street North, Suite 300, Saint Petersburg, FL 33702',
  ],
  [
    'P.O. Box 31, Portland, ME 04112',
    'PO BOX 31, PORTLAND, ME 04112-0031',
    'Post Office Box 31, Portland, ME 04112',
  ],
  [
    '1 Main St, 4th Floor, Boston, MA 02110',
    '1 MAIN STREET FLOOR 4, BOSTON, MA 02110',
    '1 Main St Fl 4, Boston, MA 02110',
  ],
  ['12 Saint Charles Avenue, New Orleans, LA 70130', '12 ST CHARLES AVE, NEW ORLEANS, LA 70130'],
  ['ONE LOOM PARK WAY, SALEM, OR 97301', '1 Loom Park Way, Salem, OR 97301'],
  ['Twenty-Five Elm St, 3rd Floor, Salem, OR', '25 ELM STREET, FLOOR 3, SALEM, OR'],
  ['Two Rivers Farm, 7 Elm Road, Salem, OR', '7 Elm Rd, Salem, OR'],
  ['The Tower, 9 Elm Road, Salem, OR', '9 Elm Rd, Salem, OR'],
];
const DIFFERENT = [
  '500 Oak St, Denver, CO 80202',
  '500 Oak St Ste 5, Denver, CO 80202',
  '500 Oak Ave Ste 4, Denver, CO 80202',
  '500 N Oak St Ste 4, Denver, CO 80202',
  '501 Oak St Ste 4, Denver, CO 80202',
  '500 Oak St Ste 4, Denver, CO 80203',
  '500 Oak St Fl 4, Denver, CO 80202',
  'PO Box 500, Denver, CO 80202',
];

describe('addressKey', () => {
  it.each(SAME)('is the same for %s and %s', (...spellings) => {
    expect(new Set(spellings.map(keyOf)).size).toBe(1);
    expect(keyOf(spellings[0] ?? '')).toBeDefined();
  });

  it('differs by house, unit, floor, street type, direction and ZIP code', () => {
    const keys = [...DIFFERENT, ...SAME.map(([first = '']) => first)].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(['Denver, CO 80202', 'Main Street, Denver, CO'])('%s is no door', (line) =>
    expect(keyOf(line)).toBeUndefined(),
  );
});
