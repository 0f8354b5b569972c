import { expect, test } from 'vitest';
import { naicsTitle } from '../../src/domain/codes/naics.js';
import { nteeTitle } from '../../src/domain/codes/ntee.js';
import { businessTypeTitle } from '../../src/domain/codes/sam-business-types.js';
import { sicTitle } from '../../src/domain/codes/sic.js';
import { eightKItems, eightKItemTitle } from '../../src/domain/sec/eight-k-items.js';
import { formTitle } from '../../src/domain/sec/form-titles.js';

test.each([
  [sicTitle, '3711', 'MOTOR VEHICLES & PASSENGER CAR BODIES'],
  [sicTitle, '0100', 'AGRICULTURAL PRODUCTION-CROPS'],
  [sicTitle, '9999', undefined],
  [naicsTitle, '813110', 'Religious, Grantmaking, Civic, Professional, and Similar Organizations'],
  [naicsTitle, '511210', 'Publishing Industries (except Internet)'],
  [naicsTitle, '513', 'Publishing Industries'],
  [naicsTitle, '999990', undefined],
  [nteeTitle, 'B42', 'Education'],
  [nteeTitle, 'B11Z', 'Education: Single Organization Support'],
  [nteeTitle, 'x2', 'Religion-Related'],
  [nteeTitle, '050', undefined],
  [businessTypeTitle, 'A8', 'Nonprofit Organization'],
  [businessTypeTitle, '2x', 'For Profit Organization'],
  [businessTypeTitle, 'Q9', undefined],
  [formTitle, '10-K', 'Annual report'],
  [formTitle, '10-K/A', 'Annual report (amendment)'],
  [formTitle, 'SCHEDULE 13D', 'Report of beneficial ownership above 5 %'],
  [formTitle, 'SC 13D/A', 'Report of beneficial ownership above 5 % (amendment)'],
  [formTitle, 'SC TO-T/A', 'Tender offer by a third party (amendment)'],
  [formTitle, 'PX14A6G', 'Notice of an exempt solicitation'],
  [formTitle, '10-KK', undefined],
  [eightKItemTitle, '8.01', 'Other Events'],
  [eightKItemTitle, '8.88', undefined],
])('%o of %s', (titleOf, code, title) => {
  expect((titleOf as (code: string) => string | undefined)(code)).toBe(title);
});

test('codes without a value have no title', () => {
  expect([sicTitle(null), naicsTitle(null), nteeTitle(null)]).toEqual([undefined, undefined, undefined]);
});

test('the items of an 8-K are its numbers; other forms have none', () => {
  expect(eightKItems('8-K/A', '5.02,9.01,x')).toEqual(['5.02', '9.01']);
  expect(eightKItems('D', '06b')).toEqual([]);
  expect(eightKItems('8-K', null)).toEqual([]);
});
