import { splitForms } from '../../../src/domain/business-names/legal-forms.js';
import { searchText } from '../../../src/domain/names.js';

/** A way in which people ask for a name; null where the name gives no such text. */
export interface WayOfAsking {
  readonly kind: string;
  readonly ask: (name: string) => string | null;
}

const ABBREVIATED: readonly (readonly [long: string, short: string])[] = [
  ['international', 'Intl'],
  ['manufacturing', 'Mfg'],
  ['association', 'Assoc'],
  ['brothers', 'Bros'],
  ['university', 'Univ'],
  ['national', 'Natl'],
  ['department', 'Dept'],
  ['services', 'Svcs'],
  ['management', 'Mgmt'],
  ['saint', 'St'],
  ['foundation', 'Fdn'],
  ['center', 'Ctr'],
  ['technologies', 'Tech'],
  ['american', 'Amer'],
];

const NUMBERS: readonly (readonly [word: string, figure: string])[] = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['one', '1'],
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['six', '6'],
  ['seven', '7'],
  ['ten', '10'],
];

export const WAYS: readonly WayOfAsking[] = [
  { kind: 'abbreviated', ask: (name) => exchanged(name, ABBREVIATED) },
  {
    kind: 'written out',
    ask: (name) =>
      exchanged(
        name,
        ABBREVIATED.map(([long, short]) => [short, long]),
      ),
  },
  { kind: 'numbers as figures', ask: (name) => exchanged(name, NUMBERS) },
  {
    kind: 'figures as numbers',
    ask: (name) =>
      exchanged(
        name,
        NUMBERS.map(([word, figure]) => [figure, word]),
      ),
  },
  { kind: 'initials with dots and blanks', ask: initialsApart },
  { kind: 'apostrophe left out', ask: (name) => changed(name, name.replace(/['’]/g, '')) },
  { kind: 'apostrophe as a blank', ask: (name) => changed(name, name.replace(/['’]/g, ' ')) },
  { kind: '& for and', ask: (name) => changed(name, name.replace(/\band\b/gi, '&')) },
  { kind: 'and for &', ask: (name) => changed(name, name.replace(/\s*&\s*/g, ' and ')) },
  { kind: '& left out', ask: (name) => changed(name, name.replace(/\s*&\s*/g, ' ')) },
  { kind: 'accents put in', ask: (name) => changed(name, name.replace(/[eou]/i, accented)) },
  { kind: 'form and The left out', ask: formLeftOut },
];

function changed(name: string, text: string): string | null {
  return text === name ? null : text;
}

function exchanged(name: string, pairs: readonly (readonly [from: string, to: string])[]): string | null {
  for (const [from, to] of pairs) {
    const text = name.replace(new RegExp(`\\b${from}\\b\\.?`, 'i'), to);
    if (text !== name) return text;
  }
  return null;
}

/** `ABC Supply` as `A.B.C. Supply`, `A. B. Dick` as `AB Dick`. */
function initialsApart(name: string): string | null {
  const joined = name.replace(/\b([A-Z])[. ]{1,2}(?=[A-Z]\b)/g, '$1').replace(/\b([A-Z]{2,3})\./g, '$1');
  if (joined !== name) return joined;
  const [, initials] = /^([B-DF-HJ-NP-TV-Z]{3}) /.exec(name) ?? [];
  return initials === undefined ? null : name.replace(initials, `${[...initials].join('.')}.`);
}

function accented(letter: string): string {
  return `${letter}\u0301`.normalize('NFC');
}

function formLeftOut(name: string): string | null {
  const { core, forms } = splitForms(searchText(name).split(' '));
  const text = core.join(' ').replace(/^the /, '');
  return forms.length === 0 ? null : text;
}

/** Well-known companies, asked for as people do; which record is meant by the name of its filer. */
export const WELL_KNOWN: readonly (readonly [text: string, meant: RegExp])[] = [
  ['apple', /^Apple Inc/i],
  ['microsft', /^MICROSOFT CORP/i],
  ['AT&T', /^AT&T INC/i],
  ['at and t', /^AT&T INC/i],
  ['ATT inc', /^AT&T INC/i],
  ['jp morgan', /^JPMORGAN CHASE/i],
  ['J.P. Morgan Chase & Co.', /^JPMORGAN CHASE/i],
  ['jpmorgan chase and company', /^JPMORGAN CHASE/i],
  ['ford', /^FORD MOTOR CO/i],
  ['tesla motors', /^Tesla, Inc/i],
  ['TSLA', /^Tesla, Inc/i],
  ['facebook', /^Meta Platforms/i],
  ['alphabet', /^Alphabet Inc/i],
  ['home depot', /^HOME DEPOT/i],
  ['homedepot', /^HOME DEPOT/i],
  ['wal mart', /^Walmart Inc/i],
  ['wal-mart stores', /^Walmart Inc/i],
  ["mcdonald's", /^MCDONALDS CORP/i],
  ['mc donalds', /^MCDONALDS CORP/i],
  ["lowe's", /^LOWES COMPANIES/i],
  ["o'reilly automotive", /^O.?REILLY AUTOMOTIVE/i],
  ['o reilly automotive', /^O.?REILLY AUTOMOTIVE/i],
  ["kohl's", /^KOHLS? ?Corp/i],
  ["macy's", /^Macy'?s/i],
  ["dick's sporting goods", /^DICK'?S SPORTING/i],
  ['estée lauder', /^ESTEE LAUDER/i],
  ['estee lauder', /^ESTEE LAUDER/i],
  ['intl business machines', /^INTERNATIONAL BUSINESS MACHINES/i],
  ['IBM', /^INTERNATIONAL BUSINESS MACHINES/i],
  ['international paper', /^INTERNATIONAL PAPER/i],
  ['intl paper', /^INTERNATIONAL PAPER/i],
  ['minnesota mining & mfg', /^3M CO/i],
  ['3m', /^3M CO/i],
  ['us steel', /^(UNITED STATES STEEL|.*U\.? ?S\.? STEEL)/i],
  ['united states steel', /^UNITED STATES STEEL/i],
  ['johnson and johnson', /^JOHNSON & JOHNSON/i],
  ['procter gamble', /^PROCTER & GAMBLE/i],
  ['proctor and gamble', /^PROCTER & GAMBLE/i],
  ['toll bros', /^Toll Brothers/i],
  ['fifth third', /^FIFTH THIRD/i],
  ['5th 3rd bancorp', /^FIFTH THIRD/i],
  ['five below', /^FIVE BELOW/i],
  ['5 below', /^FIVE BELOW/i],
  ['berkshire hathaway', /^BERKSHIRE HATHAWAY/i],
  ['berkshre hathway', /^BERKSHIRE HATHAWAY/i],
  ['coca cola', /^COCA.COLA CO/i],
  ['cocacola', /^COCA.COLA CO/i],
  ['general electric', /^GENERAL ELECTRIC/i],
  ['goldman sachs', /^GOLDMAN SACHS GROUP/i],
  ['bank of america', /^BANK OF AMERICA CORP/i],
];
