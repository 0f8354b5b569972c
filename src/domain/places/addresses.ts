import { isPlaceholder } from '../placeholder.js';
import { isUnitedStates, stateCode } from './place-codes.js';

/** An address in its published parts; `street` is one or more lines. */
export interface AddressParts {
  readonly street: string | undefined | readonly (string | undefined)[];
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
}

/**
 * `28 LIBERTY ST., FL 4, NEW YORK, NY 10005`: the published parts in one line, case as published, empty parts omitted, states
 * as USPS codes, the country only outside the US. A state, ZIP or country alone is not an address: `undefined`.
 */
export function oneLineAddress(parts: AddressParts): string | undefined {
  const streets = (Array.isArray(parts.street) ? parts.street : [parts.street]).map(withoutPlaceholder);
  const city = withoutPlaceholder(parts.city);
  if (city === undefined && streets.every((street) => street === undefined)) return undefined;
  const state = stateCode(parts.state) ?? withoutPlaceholder(parts.state);
  const region = joined(' ', [state, zipCode(parts.zip)]);
  const abroad = parts.country === undefined || isUnitedStates(parts.country) ? undefined : parts.country;
  return joined(', ', [...streets, city, region, abroad]);
}

/** Joins the non-empty parts. */
function joined(between: string, parts: readonly (string | undefined)[]): string {
  let text = '';
  for (const part of parts) {
    if (part !== undefined && part !== '') text = text === '' ? part : text + between + part;
  }
  return text;
}

/** Formats nine digits with a dash; zeros mean blank. */
function zipCode(text: string | undefined): string | undefined {
  const plain = withoutPlaceholder(text);
  if (plain === undefined || FIVE_DIGITS.test(plain)) return plain === '00000' ? undefined : plain;
  const zip = plain.replace(/^(\d{5})-?(\d{4})$/, '$1-$2').replace(/-(0000)?$/, '');
  return /^[0-]*$/.test(zip) ? undefined : zip;
}

const FIVE_DIGITS = /^\d{5}$/;

/** Returns the trimmed text; `undefined` if it is blank or a placeholder such as `N/A`. */
function withoutPlaceholder(text: string | undefined): string | undefined {
  const plain = text?.trim();
  return plain === undefined || isPlaceholder(plain) ? undefined : plain;
}
