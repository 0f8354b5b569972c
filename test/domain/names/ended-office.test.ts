import { describe, expect, test } from 'vitest';
import { hasLeftOffice } from '../../../src/domain/people/ended-office.js';

/** The return is of a year that ended on 2022-06-30, made in November. */
const AS_OF = '2022-11-01';

describe('has left', () => {
  test.each([
    'FORMER BOARD CHAIR (THRU 3/31/21)',
    'DIRECTOR (THRU 6/22)',
    'DIRECTOR THROUGH JUNE 2022',
    'DIRECTOR (THRU MARCH)',
    'TREASURER UNTIL 12-31-2021',
    'TREASURER (TIL 9/30)',
    'SECRETARY (END 6/30/21)',
    'SECRETARY TERM ENDED',
    'SECRETARY, TERM EXPIRED 6/22',
    'TRUSTEE (TERM ENDS 6/2022)',
    'TRUSTEE (7/1/20-3/31/21)',
    'TRUSTEE (FROM 1/21 TO 9/21)',
    'TRUSTEE 2019-2021',
    'CEO (RESIGNED 3/22)',
    'CEO (RETIRED)',
    'FORMER PRESIDENT/CEO',
    'PRESIDENT (FORMER)',
    'NCF FORMER SENIOR DIRECTOR',
    'PAST BOARD MEMBER',
    'PAST DIRECTOR',
  ])('%s', (title) => {
    expect(hasLeftOffice('JANE ROE', title, AS_OF)).toBe(true);
  });

  test.each([
    'JANE ROE THRU 21522',
    'JANE ROE TERM END 1021',
    'JANE ROE (UNTIL 622)',
    'JANE ROE (FORMER)',
    'JANE ROE (DECEASED)',
  ])('%s, by the name', (name) => {
    expect(hasLeftOffice(name, 'DIRECTOR', AS_OF)).toBe(true);
    expect(hasLeftOffice(name, null, AS_OF)).toBe(true);
  });
});

describe('stays', () => {
  test.each([
    'PAST PRESIDENT',
    'IMMEDIATE PAST CHAIR',
    'DIRECTOR, FORMER CHAIR',
    'BOARD MEMBER (FORMER TREASURER)',
    'TREASURER AND FORMER PRESIDENT',
    'DIRECTOR EMERITUS',
    'EX-OFFICIO MEMBER',
    'EX DIRECTOR',
    'CHAIR (FROM 7/21)',
    'CHAIR (BEGAN 3/31/22)',
    'CHAIR (TERM ENDS 12/2024)',
    'CHAIR (THRU 6/25)',
    'TRUSTEE 2021-2024',
    'CFO (PART YEAR)',
    'CHAIR UNTIL A SUCCESSOR IS ELECTED',
    'ASSISTANT TO MARKETING DIRECTOR',
    'DELEGATE TO 2020 CONVENTION',
    'DIRECTOR OF DISTRICT 101-105',
    'WEEKEND DIRECTOR',
    'BREAKTHROUGH COACH',
  ])('%s', (title) => {
    expect(hasLeftOffice('JANE ROE', title, AS_OF)).toBe(false);
  });

  test.each([
    'COL JANE ROE (RET)',
    'JANE MAY',
    'JOHN TILL III',
    'ANN TO',
    'JANE ROE FORMERLY SAMPLE',
    'REGINALD LEFT',
  ])('%s, by the name', (name) => {
    expect(hasLeftOffice(name, 'DIRECTOR', AS_OF)).toBe(false);
  });
});
