import { longText, MAX_FIELD_LENGTH, MAX_NAME_LENGTH, RecordRefused } from '../read/index.js';
import type { WarningTally } from '../report/warnings.js';

type Warnings = Pick<WarningTally, 'add'>;
/** The warnings of a draft; if it is refused, only the refusal is reported. */
type Noted = string[];

const NAMES = /^(?:name|text|people)$|Name$/;
/** Members without which an object is meaningless. */
const NEEDED = /^(?:key|name|text|value|form)$|Name$|Id$/;

/**
 * Returns a record's draft, or a fact, without fields that are too long; each causes a warning. A list item is dropped with its
 * name. Throws `RecordRefused` if the record's own name or key is too long. Called for every record, so a record without long
 * texts must cost comparisons only.
 */
export function withinLimits<Draft extends object>(draft: Draft, reported: Warnings): Draft {
  if (!hasLongText(draft)) return draft;
  const noted: Noted = [];
  const limited: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(draft)) {
    if (NEEDED.test(field)) refuseLong(value, field);
    limited[field] = shortened(value, field, noted);
  }
  for (const detail of noted) reported.add('long_field', detail);
  return limited as Draft;
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_NAME_LENGTH;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongText);
  for (const field in value) {
    if (hasLongText((value as Record<string, unknown>)[field])) return true;
  }
  return false;
}

function refuseLong(value: unknown, field: string): void {
  const max = maxOf(field);
  if (typeof value === 'string' && value.length > max) throw new RecordRefused(longText(`The ${field}`, max));
}

/** Returns `undefined` if the value must be dropped. */
function shortened(value: unknown, path: string, noted: Noted): unknown {
  if (typeof value === 'string') return textOf(value, path, noted);
  if (Array.isArray(value)) {
    return value.map((member) => shortened(member, path, noted)).filter((member) => member !== undefined);
  }
  return typeof value === 'object' && value !== null ? objectOf(value, path, noted) : value;
}

function textOf(text: string, path: string, noted: Noted): string | undefined {
  const max = maxOf(path.slice(path.lastIndexOf('.') + 1));
  if (text.length <= max) return text;
  noted.push(longText(path, max));
  return undefined;
}

/** A text member becomes null; an address is dropped as a whole. */
function objectOf(object: object, path: string, noted: Noted): object | undefined {
  const limited: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(object)) {
    const isNeeded = NEEDED.test(field);
    if (isNeeded && path === 'document') refuseLong(value, field);
    // A party of a data set is linked by this name, so it is the record's own.
    if (field === 'text' && kindOf(object) === 'current') refuseLong(value, 'name');
    const left = shortened(value, `${path}.${field}`, noted);
    const isLost = left === undefined && value !== undefined;
    const isNothing = isNeeded || field === 'type' || path.endsWith('address');
    if (isLost && isNothing && path !== 'document') return undefined;
    limited[field] = isLost && typeof value === 'string' ? null : left;
  }
  return limited;
}

function maxOf(field: string): number {
  return NAMES.test(field) ? MAX_NAME_LENGTH : MAX_FIELD_LENGTH;
}

function kindOf(object: { readonly kind?: unknown }): unknown {
  return object.kind;
}
