import { expect, it } from 'vitest';
import { NUMBER_SCHEMES } from '../../src/contract/vocabulary.js';
import { nameCore, namesAgree } from '../../src/domain/business-names/agreeing-names.js';
import { numberOf, readNumber, shownNumber, storedAs } from '../../src/domain/numbers.js';

it.each([
  ['ein', '06-0996545', '060996545'],
  ['ein', '060996545', '060996545'],
  ['cik', 'CIK0000320193', '320193'],
  ['uei', 'ue9qjd4kk1l6', 'UE9QJD4KK1L6'],
  ['cage', '5ute1', '5UTE1'],
  ['lei', '2549000zkr0l3y1xam11', '2549000ZKR0L3Y1XAM11'],
  ['fdic', '00628', '628'],
  ['npi', '1922348218', '1922348218'],
  ['usdot', 'USDOT 21800', '21800'],
  ['ticker', 'brk.b', 'BRK-B'],
  ['accession', '000032019324000123', '0000320193-24-000123'],
  ['file-number', '1-36743', '001-36743'],
  ['file-number', '24R-00058', '24R-00058'],
  ['state-number', 'co:20221555001', 'CO:20221555001'],
  ['state-number', 'WA:603 184 377', 'WA:603184377'],
  ['state-number', 'TX:0804824088', 'TX:804824088'],
  ['state-number', 'CA:C0806592', 'CA:806592'],
  ['state-number', '0238341', '238341'],
] as const)('%s %s is read as %s', (scheme, text, value) => {
  expect(readNumber(scheme, ` ${text} `)).toEqual({ scheme, value });
});

it.each([
  ['ein', '06099654'],
  ['ein', '000000000'],
  ['ein', '06-09965451'],
  ['cik', '0'],
  ['cik', '12345678901'],
  ['uei', 'UE9QJD4KK1LO'],
  ['uei', '0E9QJD4KK1L6'],
  ['uei', 'XXXXXXXXXXXX'],
  ['cage', '00000'],
  ['cage', '5UTE12'],
  ['lei', '2549000ZKR0L3Y1XAM12'],
  ['lei', '2549000ZKR0L3Y1XAM1'],
  ['fdic', '1234567'],
  ['npi', '1922348219'],
  ['npi', '0000000000'],
  ['usdot', '123456789'],
  ['ticker', 'APPLE INC'],
  ['accession', '0000320193-24-00012'],
  ['file-number', '36743'],
  ['state-number', 'ZZ:1234'],
  ['state-number', 'CO:'],
  ['state-number', 'CO:ABC'],
] as const)('%s %s is refused', (scheme, text) => {
  expect(readNumber(scheme, text)).toBeUndefined();
});

it('reads its own canonical and shown forms again', () => {
  const samples = ['060996545', '320193', 'UE9QJD4KK1L6', '5UTE1', '2549000ZKR0L3Y1XAM11', 'CO:20221555001'];
  for (const scheme of NUMBER_SCHEMES) {
    for (const sample of samples) {
      const number = readNumber(scheme, sample);
      if (number) expect(readNumber(scheme, shownNumber(number))).toEqual(number);
    }
  }
});

it('every altered digit of an LEI and an NPI is found', () => {
  for (const [scheme, number] of [
    ['lei', '2549000ZKR0L3Y1XAM11'],
    ['npi', '1922348218'],
  ] as const) {
    for (const [at, digit] of [...number].entries()) {
      if (!/\d/.test(digit)) continue;
      const altered = `${number.slice(0, at)}${(Number(digit) + 1) % 10}${number.slice(at + 1)}`;
      expect(readNumber(scheme, altered), altered).toBeUndefined();
    }
  }
});

it('a number of Washington is stored as its business identifier too, and read back from it', () => {
  const number = { scheme: 'state-number', value: 'WA:603184377' } as const;
  expect(storedAs(number)).toContainEqual({ scheme: 'ubi', value: '603184377' });
  expect(numberOf({ scheme: 'ubi', value: '603-184-377' })).toEqual(number);
});

it('an invalid number of a file is no number', () => {
  expect(numberOf({ scheme: 'ein', value: '000000000' })).toBeUndefined();
  expect(numberOf({ scheme: 'lei', value: '2549000ZKR0L3Y1XAM12' })).toBeUndefined();
});

it.each([
  ['APPLE INC', 'Apple Computer, Inc.', true],
  ['EDISON MISSION ENERGY', 'MISSION ENERGY CO', true],
  ['AT & T CORP', 'AT&T Corporation', true],
  ['AIR PRODUCTS & CHEMICALS INC /DE/', 'Air Products and Chemicals, Inc.', true],
  ['ACME ROCKETS INC', 'VETERANS OF FOREIGN WARS', false],
  ['THE COMPANY OF JONES', 'THE SOCIETY OF SMITH', false],
])('the names %s and %s agree: %s', (one, other, agree) => {
  expect(namesAgree([nameCore(one)], [nameCore(other)])).toBe(agree);
});
