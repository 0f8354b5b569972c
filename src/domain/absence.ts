import type { AbsenceReason, RecordClass } from '../contract/vocabulary.js';
import type { EntityData } from './entity.js';
import { addressParts } from './places/address-parts.js';

/** The fields for which the contract promises a reason if they are missing. */
export const EXPLAINED_FIELDS = [
  'state',
  'stateEntityId',
  'type',
  'status',
  'formedDate',
  'registeredAgent',
  'principalAddress',
  'officers',
  'filings',
  'jurisdictionLevel',
  'sourceAgency',
] as const;
export type ExplainedField = (typeof EXPLAINED_FIELDS)[number];

/** Fields that a publisher may publish in another table or data set. */
export type HeldElsewhere = Extract<
  ExplainedField,
  'registeredAgent' | 'officers' | 'filings' | 'principalAddress' | 'type' | 'status' | 'formedDate'
>;

/** Key in `absent` for a person's address, of which only the place is shown: homes are not published. */
const STREET = 'principalAddress.street';

/** Fields that records of a class never have, whichever publisher they come from. */
const NOT_IN_CLASS: Readonly<Record<RecordClass, readonly ExplainedField[]>> = {
  registry_entity: [],
  federal_registration: ['stateEntityId', 'registeredAgent'],
  filing_event: ['formedDate', 'registeredAgent', 'officers'],
  license: ['formedDate', 'registeredAgent'],
  name_registration: ['registeredAgent'],
  government_vendor: ['formedDate', 'registeredAgent'],
  financial_assistance_award: ['formedDate', 'registeredAgent', 'officers'],
};

/** A city has no level in the vocabulary, so no agency is shown; only states and counties assign state numbers. */
const NEVER_BLANK: readonly ExplainedField[] = ['stateEntityId', 'jurisdictionLevel', 'sourceAgency'];

/** The fields that the source declares as published or not; a field that is not declared is published. */
type Published = Readonly<Partial<Record<ExplainedField, boolean>>>;

/**
 * Returns the reason why each explained field of the record is missing, null or empty. Fields with a value have no entry. If a
 * source publishes a field that its class usually lacks, a blank is `blank_at_source`.
 */
export function explainAbsence(data: EntityData, publishes: Published): Absence {
  const reasons: Absence = {};
  for (const field of EXPLAINED_FIELDS) {
    if (!isMissing(data[field])) continue;
    reasons[field] = isElsewhere(field, data)
      ? 'not_published_by_source'
      : reasonFor(field, data.recordClass, publishes);
  }
  if (hasNoStreet(data)) reasons[STREET] = 'withheld';
  return reasons;
}

/** Reasons by field; the street of a person's address is a separate field. */
export type Absence = Partial<Record<ExplainedField | typeof STREET, AbsenceReason>>;
/** A body formed elsewhere: the register only has the date on which it came. */
function isElsewhere(field: ExplainedField, { registeredInStateDate }: EntityData): boolean {
  return field === 'formedDate' && registeredInStateDate !== undefined;
}

const texts = new WeakMap<Published, Map<string, string>>();

/** Same as JSON text. Records of one source lack few different sets of fields, so each text is built once. */
export function absenceText(data: EntityData, publishes: Published): string {
  let missing = 0;
  EXPLAINED_FIELDS.forEach((field, place) => {
    if (isMissing(data[field])) missing |= 1 << place;
  });
  const known = texts.get(publishes) ?? new Map<string, string>();
  texts.set(publishes, known);
  const key = `${data.recordClass} ${missing} ${hasNoStreet(data)} ${isElsewhere('formedDate', data)}`;
  const text = known.get(key) ?? JSON.stringify(explainAbsence(data, publishes));
  known.set(key, text);
  return text;
}

function reasonFor(field: ExplainedField, recordClass: RecordClass, publishes: Published): AbsenceReason {
  if (publishes[field] === true) return 'blank_at_source';
  if (NOT_IN_CLASS[recordClass].includes(field)) return 'not_in_record_class';
  const never = publishes[field] === false || NEVER_BLANK.includes(field);
  return never ? 'not_published_by_source' : 'blank_at_source';
}

function isMissing(value: EntityData[ExplainedField]): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function hasNoStreet({ subjectType, principalAddress }: EntityData): boolean {
  return (
    subjectType === 'person' && principalAddress !== undefined && addressParts(principalAddress).street === ''
  );
}

/** The current reasons for a stored record: a field that the publisher has in a table that is not loaded was not left blank. */
export function absenceNow(stored: string, isLoaded: (field: HeldElsewhere) => boolean | undefined): Absence {
  const reasons = JSON.parse(stored) as Absence;
  for (const field of ELSEWHERE) {
    if (reasons[field] === undefined) continue;
    const loaded = isLoaded(field);
    if (loaded !== undefined) reasons[field] = loaded ? 'blank_at_source' : 'source_not_loaded';
  }
  return reasons;
}

const ELSEWHERE: readonly HeldElsewhere[] = [
  'registeredAgent',
  'officers',
  'filings',
  'principalAddress',
  'type',
  'status',
  'formedDate',
];
