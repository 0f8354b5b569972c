import { isCalendarDate } from '../../domain/time/dates.js';
import { type Faults, quoted } from './faults.js';
import { type Field, readAs, text } from './field.js';

const DAY_MS = 86_400_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

/** A day, `YYYY-MM-DD`, or a time in UTC, as milliseconds since 1970: of a day its first or its last one. */
export function moment(description: string, example: string, end: 'first' | 'last'): Field<number | null> {
  return readAs(text(description, example), (given, faults, name) => readMoment(given, faults, name, end));
}

function readMoment(given: string, faults: Faults, name: string, end: 'first' | 'last'): number | null {
  if (isCalendarDate(given)) return Date.parse(given) + (end === 'last' ? DAY_MS - 1 : 0);
  const time = INSTANT.test(given) && isCalendarDate(given.slice(0, 10)) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  return faults.add(name, `must be a day YYYY-MM-DD or a time YYYY-MM-DDTHH:MM:SSZ; got ${quoted(given)}.`);
}
