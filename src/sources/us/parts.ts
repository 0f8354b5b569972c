import type { SubjectType } from '../../contract/vocabulary.js';
import type { EntityFiling, Officer, OtherName } from '../../domain/entity.js';
import { personName } from '../../domain/people/person-name.js';
import { type AddressParts, oneLineAddress } from '../../domain/places/addresses.js';
import type { Row } from '../declare/index.js';

/** For a publisher that lists active ones only, and no status: being on the list is the status. */
export const LISTED = { status: 'Active', activity: 'active' } as const;

/** The address in these columns; of a person without the street. */
export function addressIn<Column extends string>(
  row: Row<Column>,
  subjectType: SubjectType,
  street: readonly Column[],
  city: Column,
  state?: Column,
  zip?: Column,
  country?: Column,
): string | undefined {
  return subjectAddress(subjectType, {
    street: street.map((column) => row.take(column)),
    city: row.take(city),
    state: state && row.take(state),
    zip: zip && row.take(zip),
    country: country && row.take(country),
  });
}

/** A person's place alone, never the street: it is a home as a rule. Five digits of the ZIP are a place. */
export function subjectAddress(subjectType: SubjectType, parts: AddressParts): string | undefined {
  if (subjectType === 'organization') return oneLineAddress(parts);
  return oneLineAddress({ ...parts, street: undefined, zip: parts.zip?.replace(/^(\d{5})-?\d{4}$/, '$1') });
}

/** The person named in these columns. */
export function personIn<Column extends string>(
  row: Row<Column>,
  first: Column,
  middle: Column | undefined,
  last: Column,
  suffix?: Column,
): string | undefined {
  return personName({
    first: row.take(first),
    middle: middle && row.take(middle),
    last: row.take(last),
    suffix: suffix && row.take(suffix),
  });
}

/** Numbers are per kind of licence, so kind and number are the key. */
export function numberedWithin(kind: string, between: string, number: string) {
  return { key: kind + between + number, number };
}

/** Without a number the name is the key. */
export function numberedOrNamed(number: string | undefined, name: string) {
  return { key: number ?? name, number: number ?? null };
}

/** The other names a body trades under: each once, blank ones and its own left out. */
export function assumedNames(name: string, ...others: readonly (string | undefined)[]): OtherName[] {
  const names = new Set(others.filter((other) => other !== undefined && other !== name));
  return [...names].map((other) => ({ name: other as string, kind: 'assumed' }));
}

/** Nobody where the name is blank. */
export function inRole(title: string | null, name: string | undefined): readonly Officer[] {
  return name === undefined ? [] : [{ name, title }];
}

/** A licence by the day of its first issue, `YYYY-MM-DD`. Its number is searchable where it is not the key. */
export function licence(issuedOn: string | undefined, number?: string): readonly EntityFiling[] {
  const date = issuedOn ?? null;
  const description = number === undefined ? null : `Number ${number}`;
  return date === null && description === null ? [] : [{ type: 'License', date, description, number }];
}

/** A licence, certification or registration by its first and its last day; dates are `YYYY-MM-DD`. */
export function granted(
  type: string,
  from: string | undefined,
  through: string | undefined,
): readonly EntityFiling[] {
  if (from === undefined && through === undefined) return [];
  const description = through === undefined ? null : `Expires ${through}`;
  return [{ type, date: from ?? null, description }];
}

/** An event with a date only, `YYYY-MM-DD`. */
export function event(type: string, date: string | undefined): readonly EntityFiling[] {
  return date === undefined ? [] : [{ type, date, description: null }];
}
