import { describe, expect, it } from 'vitest';
import { compareNames } from '../../../src/matching/compare/name/names.js';
import type { PreparedName } from '../../../src/matching/records/prepare.js';
import { prepareOne } from '../support.js';

/** Both names, and whether they are the same but for legal form; `no` with a share of common mass. */
const CASES: readonly (readonly [string, string, 'core' | 'compact' | 'words' | 'no'])[] = [
  ['ACME WIDGETS, L.L.C.', 'Acme Widgets LLC', 'core'],
  ['ACME WIDGETS, INC.', 'ACME WIDGETS CORPORATION', 'core'],
  ['THE WIDGET COMPANY', 'WIDGET CO', 'core'],
  ['WIDGET COMPANY, THE', 'The Widget Co.', 'core'],
  ['WALT DISNEY CO/', 'Walt Disney Co', 'core'],
  ['WATERS CORP /DE/', 'WATERS CORP', 'core'],
  ['ADMINISTAFF INC \\DE\\', 'Administaff, Inc.', 'core'],
  ['RENT A CENTER INC DE', 'Rent-A-Center, Inc.', 'core'],
  ['J.P. MORGAN & CO.', 'J P MORGAN AND COMPANY', 'core'],
  ["JOBS FOR MAINE'S GRADUATES INC", 'JOBS FOR MAINES GRADUATES', 'core'],
  ['ARDMORE MT ZION CEMETERY ASSN', 'Ardmore Mount Zion Cemetery Association', 'core'],
  ['AMERICAN LEGION POST 0113', 'American Legion Post #113', 'core'],
  ['HOLDINGS II LLC', 'Holdings 2, LLC', 'core'],
  ['FIRST BAPTIST CHURCH', '1st Baptist Church', 'core'],
  ['YOUNG MENS CHRISTIAN ASSOCIATION OF ROME', 'YMCA of Rome', 'core'],
  ['HARMONY MIDDLE SCHOOL PTO', 'Harmony Middle School Parent Teacher Organization', 'core'],
  ['ACME LIMITED LIABILITY COMPANY', 'Acme LLC', 'core'],
  ['HELP NONPROFIT CORPORATION', 'HELP INC', 'core'],
  ['TELÉFONOS MÉXICO SA', 'TELEFONOS MEXICO', 'core'],
  ['MANES FOUNDATION A57121005', 'MANES FOUNDATION', 'core'],
  ['DANIEL R MILLER TRUST FUND 1513076974', 'DANIEL R MILLER TRUST FUND', 'core'],
  ['MILLER POST 151307', 'MILLER POST', 'no'],
  ['BLUEGRASS LEAGUE', 'BLUE GRASS LEAGUE', 'compact'],
  ['HENRY JACK & ASSOCIATES', 'JACK HENRY & ASSOCIATES', 'words'],
  ['PORT MATILDA EMS', 'Port Matilda Emergency Medical Service', 'words'],
  ['FORUM OF NORTH CENTRAL IL', 'Forum of North Central Illinois', 'words'],
  ['NH PHARMACISTS ASSOCIATION', 'New Hampshire Pharmacists Association', 'words'],
  ['HOME BUILDERS ASSOCIATION OF W VA', 'Home Builders Association of West Virginia', 'words'],
  ['RIVER CLUB OF NC', 'RIVER CLUB OF SOUTH CAROLINA', 'no'],
  ['RIVER CLUB OF MD', 'RIVER CLUB OF ME', 'no'],
  ['WIDGET HOLDINGS II', 'WIDGET HOLDINGS III', 'no'],
  ['ELKS LODGE 567', 'ELKS LODGE 568', 'no'],
  ['EPPSON CENTER', 'EPPSON CENTER FOUNDATION', 'no'],
  ['SOUTHERN CHAPTER', 'NORTHERN CHAPTER', 'no'],
];

describe('pairs of names', () => {
  it.each(CASES)('%s | %s -> %s', (ours, theirs, same) => {
    expect(compareNames(name(ours), name(theirs)).same).toBe(same);
    expect(compareNames(name(theirs), name(ours)).same).toBe(same);
  });

  it('a misspelt or cut-off word counts for most of its worth', () => {
    expect(compareNames(name('PENTECOSTAL FUND'), name('PENTACOSTAL FUND')).overlap).toBeGreaterThan(0.85);
    expect(
      compareNames(name('DRY FOREST CONSERVA'), name('DRY FOREST CONSERVATION')).overlap,
    ).toBeGreaterThan(0.85);
  });

  it('numbers never count in part', () => {
    expect(compareNames(name('LOCAL 5671'), name('LOCAL 5672')).oursAlone).toBeGreaterThan(0);
  });
});

function name(text: string): PreparedName {
  const [only] = prepareOne(text).names;
  if (only === undefined) throw new Error(`no name in ${text}`);
  return only;
}
