import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessionKey, accessionOf } from '../../../src/domain/sec/accession-key.js';
import { businessLocation, filerDisplay, filingUrl } from '../../../src/domain/sec/filer-display.js';
import { canonicalForm, formsMeant } from '../../../src/domain/sec/forms.js';

describe('forms', () => {
  it('lets a root form mean its amendments, and an amendment itself only', () => {
    expect(formsMeant('10-k')).toEqual([canonicalForm('10-K'), canonicalForm('10-K/A')]);
    expect(formsMeant('10-K/A')).toEqual([canonicalForm('10-K/A')]);
  });

  it('takes both spellings of schedules 13D and 13G for one form', () => {
    expect(canonicalForm('SC 13D')).toBe(canonicalForm('SCHEDULE 13D'));
    expect(formsMeant('sc 13g/a')).toEqual([canonicalForm('SCHEDULE 13G/A')]);
  });

  it.each([
    ['10K', '10-K'],
    ['8k/a', '8-K/A'],
    ['10\u2013Q', '10-Q'],
    ['DEF14A', 'DEF 14A'],
    ['sc13d', 'SC 13D'],
    ['SCH 13G', 'SCHEDULE 13G'],
    ['13FHR', '13F-HR'],
    ['S1', 'S-1'],
  ])('takes %s for %s', (request, filed) => {
    expect(canonicalForm(request)).toBe(canonicalForm(filed));
  });

  it('keeps 10-K405, 10-KT and SC 13E3 apart', () => {
    expect(formsMeant('10-K')).not.toContain(canonicalForm('10-K405'));
    expect(formsMeant('10-K')).not.toContain(canonicalForm('10-KT'));
    expect(canonicalForm('SC 13E3')).not.toBe(canonicalForm('SC 13E'));
  });
});

describe('filerDisplay', () => {
  it('puts two blanks between parts and orders tickers by length, then alphabet', () => {
    expect(filerDisplay('MORGAN STANLEY', ['MS-PK', 'MS', 'MS-PA'], 895421)).toBe(
      'MORGAN STANLEY  (MS, MS-PA, MS-PK)  (CIK 0000895421)',
    );
  });

  it('has no ticker part for a filer without one', () => {
    expect(filerDisplay('BINCH JAMES G', [], 1000032)).toBe('BINCH JAMES G  (CIK 0001000032)');
  });
});

describe('businessLocation', () => {
  it('sets cities word by word as EDGAR does', () => {
    expect(businessLocation({ city: 'D/FW AIRPORT', place: 'TX' })).toBe('D/fw Airport, TX');
    expect(businessLocation({ city: 'MUNICH', place: '2M' })).toBe('Munich, 2M');
    expect(businessLocation({ city: null, place: 'TX' })).toBeNull();
  });
});

describe('filingUrl', () => {
  it('stands in the folder of the filer, not of the accession prefix', () => {
    expect(filingUrl(320193, '0001140361-26-006577')).toBe(
      'https://www.sec.gov/Archives/edgar/data/320193/000114036126006577/0001140361-26-006577-index.htm',
    );
  });
});

describe('accessionKey', () => {
  it('comes back as the accession number it was made of', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    fc.assert(
      fc.property(digits(10), digits(2), digits(6), (filer, year, sequence) => {
        const accession = `${filer}-${year}-${sequence}`;
        expect(accessionOf(accessionKey(accession))).toBe(accession);
      }),
    );
  });
});
