import { isStateCode } from './place-codes.js';

/** Missing parts are empty. */
export interface PartyAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/**
 * Parses a one-line address as written by `oneLineAddress`: street, then city, then `CO 80202`. Of foreign
 * addresses, only the street is known.
 */
export function addressParts(line: string): PartyAddress {
  const parts = line.split(',').map((part) => part.trim());
  const [, state = '', zip = ''] = /^([A-Z]{2})(?: (\d{5}(?:-\d{4})?))?$/.exec(parts.at(-1) ?? '') ?? [];
  if (!isStateCode(state)) return { street: line, city: '', state: '', zip: '' };
  return { street: parts.slice(0, -2).join(', '), city: parts.at(-2) ?? '', state, zip };
}
