import { InvalidArgumentError } from 'commander';
import { SCOPES, type Scope } from '../contract/vocabulary.js';
import { scopesFault } from '../domain/accounts/scopes.js';
import { isCalendarDate } from '../domain/time/dates.js';

/** Readers of option values; a bad one is refused with what is allowed. */
export function positiveInteger(text: string): number {
  const number = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

export function wholeNumber(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** The end of the calendar date, UTC, in milliseconds. */
export function endOfDate(text: string): number {
  if (isCalendarDate(text)) return Date.parse(`${text}T23:59:59.999Z`);
  throw new InvalidArgumentError('It must be a calendar date YYYY-MM-DD.');
}

export function scopeList(text: string): readonly Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}.`);
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  const fault = scopesFault(scopes);
  if (fault !== undefined) throw new InvalidArgumentError(`The scope ${fault}`);
  return scopes;
}

/** `90s`, `15m`, `24h` or `7d`, in milliseconds. */
export function duration(text: string): number {
  const parts = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[parts?.[2] ?? ''];
  if (!parts || unit === undefined)
    throw new InvalidArgumentError('It must be a duration such as 90s, 15m, 24h or 7d.');
  return Number(parts[1]) * unit;
}

export function calendarDate(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError('It must be a calendar date YYYY-MM-DD.');
}
