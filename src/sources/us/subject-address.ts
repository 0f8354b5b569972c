import type { SubjectType } from '../../contract/vocabulary.js';
import { type AddressParts, oneLineAddress } from '../../domain/addresses.js';

/** Of a person only the place, never the street: it is a home as a rule. Five digits of the ZIP are a place. */
export function subjectAddress(subjectType: SubjectType, parts: AddressParts): string | undefined {
  if (subjectType === 'organization') return oneLineAddress(parts);
  return oneLineAddress({ ...parts, street: undefined, zip: parts.zip?.replace(/^(\d{5})-?\d{4}$/, '$1') });
}
