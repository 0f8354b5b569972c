import type { NumberFormName, NumberScheme } from '../contract/vocabulary.js';
import type { Identifier } from './entity.js';
import { cikDigits, einDigits, keyOfNumber, ueiText } from './identifiers.js';
import { isStateCode } from './places/place-codes.js';

/** A number in canonical form: without separators, and without leading zeros that have no meaning. */
export interface BodyNumber {
  readonly scheme: NumberScheme;
  readonly value: string;
}

interface SchemeRule {
  /** Used in messages: `must be <what>`. */
  readonly what: string;
  /** Returns `undefined` if the text is not such a number, or a check digit is wrong. */
  readonly read: (text: string) => string | undefined;
  /** Schemes under which stored records have it. */
  readonly stored: Identifier['scheme'];
}

/** A state register's number: `CO:20221555001`, or without the state if that is unknown. */
const STATE_NUMBER = /^(?:([A-Za-z]{2}):)?(.{1,60})$/;

export const NUMBER_RULES: Readonly<Record<NumberScheme, SchemeRule>> = {
  ein: { what: 'an EIN of 9 digits, such as 06-0996545', read: einDigits, stored: 'ein' },
  cik: { what: 'a CIK of 1 to 10 digits, such as 0000320193', read: cikDigits, stored: 'cik' },
  uei: {
    what: 'a UEI of 12 letters and digits without I and O, the first not zero, such as UE9QJD4KK1L6',
    read: (text) => (/^[^0]/.test(text) && !/^(.)\1+$/.test(text) ? ueiText(text) : undefined),
    stored: 'uei',
  },
  cage: {
    what: 'a CAGE code of 5 letters and digits, such as 5UTE1',
    read: (text) => (/^0+$/.test(text) ? undefined : /^[A-Z0-9]{5}$/i.exec(text)?.[0].toUpperCase()),
    stored: 'cage',
  },
  lei: {
    what: 'an LEI of 18 letters and digits and 2 check digits (ISO 17442), such as HWUPKR0MPOU8FGXBT394',
    read: leiText,
    stored: 'lei',
  },
  fdic: {
    what: 'an FDIC certificate of 1 to 6 digits, such as 628',
    read: (text) => /^0*([1-9]\d{0,5})$/.exec(text)?.[1],
    stored: 'fdic_cert',
  },
  npi: {
    what: 'an NPI of 10 digits, the last one a check digit, such as 1922348218',
    read: (text) => (/^[12]\d{9}$/.test(text) && isLuhn(`80840${text}`) ? text : undefined),
    stored: 'npi',
  },
  usdot: {
    what: 'a USDOT number of 1 to 8 digits, such as 21800',
    read: (text) => /^(?:USDOT\s*#?\s*)?0*([1-9]\d{0,7})$/i.exec(text)?.[1],
    stored: 'usdot',
  },
  ticker: {
    what: 'a ticker of 1 to 10 letters, digits, dots and dashes, such as BRK-B',
    read: (text) =>
      /^[A-Z0-9][A-Z0-9.-]{0,9}$/i.test(text) ? text.toUpperCase().replaceAll('.', '-') : undefined,
    stored: 'ticker',
  },
  accession: {
    what: 'an accession number of 18 digits, such as 0000320193-24-000123',
    read: (text) => {
      const [, filer, year, count] = /^(\d{10})-?(\d{2})-?(\d{6})$/.exec(text) ?? [];
      return filer === undefined ? undefined : `${filer}-${year}-${count}`;
    },
    stored: 'accession',
  },
  'file-number': {
    what: 'an SEC file number, such as 001-36743',
    read: secFileNumber,
    stored: 'sec_file',
  },
  'state-number': {
    what: 'a number of a state’s register after the state’s USPS code, such as CO:20221555001, or the number alone',
    read: stateNumber,
    stored: 'state_number',
  },
};

/** The number in canonical form; `undefined` if the text is not a number of the scheme. */
export function readNumber(scheme: NumberScheme, text: string): BodyNumber | undefined {
  const value = NUMBER_RULES[scheme].read(text.trim());
  return value === undefined ? undefined : { scheme, value };
}

/** Returns `undefined` if the stored text is not such a number: publishers' files contain typing errors and placeholders. */
export function numberOf({ scheme, value }: Identifier): BodyNumber | undefined {
  if (scheme === 'ubi') return readNumber('state-number', `WA:${value}`);
  if (scheme === 'co_entity') return readNumber('state-number', `CO:${value}`);
  const [known] = Object.entries(NUMBER_RULES).find(([, { stored }]) => stored === scheme) ?? [];
  return known === undefined ? undefined : readNumber(known as NumberScheme, value);
}

/** The identifiers by which stored records are found. */
export function storedAs({ scheme, value }: BodyNumber): readonly Identifier[] {
  const own = { scheme: NUMBER_RULES[scheme].stored, value };
  // Washington's unified business identifier is the number of its register.
  return value.startsWith('WA:') ? [own, { scheme: 'ubi', value: value.slice(3) }] : [own];
}

/** The number as publishers write it: an EIN with its dash, a CIK with its zeros. */
export function shownNumber({ scheme, value }: BodyNumber): string {
  if (scheme === 'ein') return value.replace(/^(\d{2})/, '$1-');
  return scheme === 'cik' ? value.padStart(10, '0') : value;
}

export function sameNumber(one: BodyNumber, other: BodyNumber): boolean {
  return one.scheme === other.scheme && one.value === other.value;
}

/** Check digits: ISO 7064, MOD 97-10. */
function leiText(text: string): string | undefined {
  const lei = text.toUpperCase();
  if (!/^[A-Z0-9]{18}\d{2}$/.test(lei)) return undefined;
  let rest = 0;
  for (const character of lei) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1 ? lei : undefined;
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** `1-36743` and `001-36743` are the same; offerings under Regulation A have `24R-00058`. */
function secFileNumber(text: string): string | undefined {
  const [, series, count, part = ''] = /^(\d{1,3}|\d{2}[A-Z])-(\d{1,8})((?:-\d{2,3})?)$/i.exec(text) ?? [];
  if (series === undefined || count === undefined) return undefined;
  return `${series.toUpperCase().padStart(3, '0')}-${count.padStart(5, '0')}${part}`;
}

function stateNumber(text: string): string | undefined {
  const [, letters, number = ''] = STATE_NUMBER.exec(text) ?? [];
  const state = letters?.toUpperCase();
  if (state !== undefined && !isStateCode(state)) return undefined;
  const plain = keyOfNumber(number)?.plain;
  if (plain === undefined || !/^[A-Z0-9]{1,40}$/.test(plain) || !/\d/.test(plain)) return undefined;
  // California writes corporation numbers with and without the letter.
  const key = state === 'CA' ? plain.replace(/^C(?=\d{7}$)/, '').replace(/^0+/, '') : plain;
  return state === undefined ? key : `${state}:${key}`;
}

/** A number as written by its publisher. */
export interface FormedNumber {
  readonly scheme: NumberFormName;
  readonly value: string;
}

/** A number after the name of its kind: `CAGE 5UTE1`, `FDIC cert #628`. */
const NAMED =
  /^(ein|uei|cage|lei|fdic|npi|us ?dot)(?: (?:code|cert(?:ificate)?|number|no))?[\s.:#]*(\S*\d\S*)$/i;
/** CAGE codes begin and end with a digit. */
const CAGE = /^(?=.*[A-Z])\d[A-HJ-NP-Z\d]{3}\d$/i;

/**
 * Returns the number that a text must be: it has the format of one kind of number, and names are not written like that. Digits
 * alone (`217`, `320193`) can be a name, a CIK or a register's number. They are not returned unless the name of their kind
 * precedes them, they are an accession number, or they begin with 0 and have ten digits.
 */
export function formedNumber(written: string): FormedNumber | undefined {
  const text = written.trim();
  const [, kind = '', named = ''] = NAMED.exec(text) ?? [];
  const scheme = kind.toLowerCase().replace(' ', '') as Exclude<NumberFormName, 'zip'>;
  const number = kind === '' ? undefined : readNumber(scheme, named);
  if (number !== undefined) return { scheme, value: shownNumber(number) };
  const accession = readNumber('accession', text);
  if (accession !== undefined) return { scheme: 'accession', value: accession.value };
  if (/^\d{3}-\d{5,6}(?:-\d{2})?$/.test(text)) return { scheme: 'file-number', value: text };
  if (/^\d{2}-\d{7}$/.test(text) && einDigits(text) !== undefined) return { scheme: 'ein', value: text };
  const cik = /^(?:CIK|0\d{9}$)/i.test(text) ? cikDigits(text) : undefined;
  if (cik !== undefined) return { scheme: 'cik', value: cik.padStart(10, '0') };
  const uei = /^(?=.*[A-Z])(?=.*\d)[^0]/i.test(text) ? ueiText(text) : undefined;
  if (uei !== undefined) return { scheme: 'uei', value: uei };
  if (CAGE.test(text)) return { scheme: 'cage', value: text.toUpperCase() };
  const lei = readNumber('lei', text);
  return lei && { scheme: 'lei', value: lei.value };
}

/** Returns the kinds of number that digits alone may be, in the order of lookup. */
export function digitNumbers(written: string): readonly FormedNumber[] {
  return (['cik', 'npi', 'ein'] as const).flatMap((scheme) => {
    const number = readNumber(scheme, written);
    return number === undefined ? [] : { scheme, value: shownNumber(number) };
  });
}

/** Returns whether the text is a number and not a word: numbers are never corrected. */
export function isNumber(written: string): boolean {
  return /^\d+$/.test(written.trim()) || formedNumber(written) !== undefined;
}
