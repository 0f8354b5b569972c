import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AS_WRITTEN, OTHER_FORM, SAME_NAME } from '../../../src/domain/business-names/key-tiers.js';
import { comparedText, nameKey, withoutEdgarTail } from '../../../src/domain/business-names/name-key.js';
import { nameWords } from '../../../src/domain/business-names/name-words.js';

/** How near a held name is to an asked one: the place of the first way that finds it, -1 for none. */
function nearness(request: string, held: string): number {
  return [AS_WRITTEN, ...SAME_NAME, OTHER_FORM].findIndex((seek, at) => {
    const sought = seek(comparedText(request));
    const key = nameKey(held);
    if (sought === null || sought.accepts?.(key) === false) return false;
    return at === 0 ? key === sought.text : key.startsWith(sought.text);
  });
}

const WAYS: readonly {
  readonly way: string;
  readonly place: number;
  readonly pairs: readonly (readonly [request: string, held: string])[];
}[] = [
  {
    way: 'as written, punctuation apart',
    place: 0,
    pairs: [
      ['Tesla, Inc.', 'TESLA INC'],
      ['AT&T', 'at & t'],
      ['3M CO', '3M Co.'],
    ],
  },
  {
    way: 'with its form spelt otherwise',
    place: 1,
    pairs: [
      ['NVIDIA Corporation', 'NVIDIA CORP'],
      ['Boeing Co', 'BOEING COMPANY'],
      ['Acme Incorporated', 'ACME, INC.'],
      ['Acme Limited', 'ACME LTD'],
      ['Thrd Spot Limited Liability Company', 'THRD SPOT LLC'],
      ['Thrd Spot L.L.C.', 'THRD SPOT LIMITED LIABILITY CO'],
      ['Oak Limited Partnership', 'OAK L.P.'],
      ['Lee & Sons Professional Corporation', 'LEE & SONS, P.C.'],
      ['First Bank, National Association', 'FIRST BANK NA'],
      ["First Bank, Nat'l Assn.", 'FIRST BANK, N.A.'],
      ['IEH Corpn', 'IEH CORP'],
      ['The Home Depot, Inc.', 'HOME DEPOT INC'],
      ['Walt Disney Company', 'WALT DISNEY CO/THE'],
      ['Procter & Gamble Company', 'PROCTER & GAMBLE Co'],
    ],
  },
  {
    way: 'and by what EDGAR adds',
    place: 0,
    pairs: [
      ['Chevron Corp', 'CHEVRON CORP /DE/'],
      ['News Corp', 'NEWS CORP/DE'],
    ],
  },
  {
    way: 'without its form',
    place: 2,
    pairs: [
      ['Chevron', 'CHEVRON CORP'],
      ['Leidos Inc', 'LEIDOS'],
      ['the gap', 'GAP INC'],
    ],
  },
  {
    way: 'with its words joined, split or abbreviated',
    place: 3,
    pairs: [
      ['walmart inc', 'WAL MART INC'],
      ["O'Reilly Automotive", 'O REILLY AUTOMOTIVE INC'],
      ['delta airlines', 'DELTA AIR LINES, INC.'],
      ['Saint Mary Hospital', 'ST MARY HOSP'],
      ['Fort Worth Mfg', 'FT. WORTH MANUFACTURING CO'],
      ['Mt Hood Univ Assn', 'Mount Hood University Association'],
      ['Barnes Noble', 'BARNES & NOBLE INC'],
      ['Intl Paper Brothers', 'INTERNATIONAL PAPER BROS'],
      ['U.S. Steel', 'UNITED STATES STEEL CORP'],
      ['united states bancorp', 'U S BANCORP'],
      ['Rotary USA', 'Rotary United States of America'],
      ['toysrus', 'TOYS R US INC'],
      ["L'Oreal USA", 'L OREAL USA INC'],
      ['Koppers Hldgs', 'Koppers Holdings Inc.'],
      ['Sterling Bancorporation', 'STERLING BANCORP, INC.'],
      ['CoDiagnostics, Inc.', 'Co-Diagnostics, Inc.'],
      ['Farmers Cooperative', 'FARMERS CO-OPERATIVE'],
    ],
  },
  {
    way: 'by letters that look like an abbreviation',
    place: 4,
    pairs: [
      ['M T Bank Corp', 'M&T BANK CORP'],
      ['S + T Bancorp', 'S&T BANCORP INC'],
    ],
  },
  {
    way: 'with another form last',
    place: 5,
    pairs: [
      ['Acme LLC', 'ACME INC'],
      ['Newspaper Incorporated', 'NEWSPAPER LTD'],
    ],
  },
  {
    way: 'and not by another',
    place: -1,
    pairs: [
      ['Acme', 'ACME HOLDINGS INC'],
      ['Limited Brands', 'L BRANDS'],
      ['The', 'INC'],
    ],
  },
];

describe('a name is found by its own', () => {
  it.each(WAYS)('$way', ({ place, pairs }) => {
    const nearnesses = pairs.map(([request, held]) => [request, nearness(request, held)]);
    expect(nearnesses).toEqual(pairs.map(([request]) => [request, place]));
  });

  it('whatever the name, as written', () => {
    const part = fc.constantFrom(
      'The',
      'Inc',
      '& Co',
      'a',
      'b',
      'acme',
      '/DE/',
      'limited',
      'liability',
      'company',
      '7',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const name = parts.join(' ');
        fc.pre(nameKey(name) !== '');
        expect(nearness(name, name)).toBe(0);
      }),
    );
  });
});

it.each([
  ['CHEVRON CORP /DE/', 'CHEVRON CORP'],
  ['Siemens Energy AG/ADR', 'Siemens Energy AG'],
  ['BANK /NEW/ /DE/', 'BANK'],
  ['AC/DC', 'AC/DC'],
  ['24/7', '24/7'],
])('what EDGAR adds to %s is left out, and nothing else', (name, expected) => {
  expect(withoutEdgarTail(name)).toBe(expected);
});

it.each([
  ['The Home Depot, Inc.', ['home depot incorporated']],
  ['BERGUM WILLIAM R A', ['bergum william ra', 'bergum william r a']],
  ['Acme Limited Liability Company', ['acme llc', 'acme limited liability company']],
  ['ST CO', ['saint company']],
  ['U.S. Steel', ['us steel', 'u s steel']],
  ['United States Steel', ['united states steel', 'us steel']],
  ['The', ['the']],
])('%s has the words %j', (name, texts) => {
  expect(nameWords(name)).toEqual(texts);
});
