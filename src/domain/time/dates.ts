/**
 * Parse calendar dates as publishers write them to `YYYY-MM-DD`. Return `undefined` for text that is blank, impossible
 * (2023-02-29), in another format, or a publisher's placeholder for "none".
 */

/** `2011-03-11`, with or without a time after it, or `03/11/2011`: the two formats of the state portals. */
export function portalDate(text: string | undefined): string | undefined {
  return text === undefined ? undefined : portalDateOf(text);
}

/** `20200102`, or `2020-01-02`: the daily and the quarterly indexes of the SEC. */
export function yearFirstDate(text: string | undefined): string | undefined {
  return text === undefined ? undefined : yearFirstDateOf(text);
}

/** `01022020`: Florida's corporate files. */
export function monthFirstDate(text: string | undefined): string | undefined {
  return text === undefined ? undefined : calendarDate(COMPACT_MONTH_FIRST.exec(text));
}

/**
 * Converts a day number of the 1900 date system, which spreadsheets show if a date column has no date format: `43952` is
 * 2020-05-01. Only five digits in the years 1927 to 2099: other numbers are likely something else.
 */
export function serialDate(text: string): string | undefined {
  const days = /^\d{5}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (days < 10_000 || days > 73_050) return undefined;
  return new Date((days - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10);
}

const SERIAL_OF_1970 = 25_569;

/** Returns whether publishers write the text in place of a missing date, in any of the formats above. */
export function isPlaceholderDate(text: string): boolean {
  if (/^[0/.:\sTZ-]+$/.test(text)) return true;
  return [ISO, MONTH_FIRST, YEAR_FIRST, COMPACT_MONTH_FIRST].some((form) => {
    const { year, month = '', day = '' } = form.exec(text)?.groups ?? {};
    return PLACEHOLDERS.has(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  });
}

/** Returns whether the text is a valid calendar day `YYYY-MM-DD`, as required of clients. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && exists(text);
}

/** Days since 1970-01-01 of a date `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  return dayNumberOf(date);
}

const DAY_MS = 86_400_000;

/** Times follow the date as `T00:00:00.000` or ` 00:10:18` and add no information. */
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:$|[T ]\d{2}:)/;
const MONTH_FIRST = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:$| \d)/;
const YEAR_FIRST = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;
const COMPACT_MONTH_FIRST = /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/;

const portalDateOf = remembered((text) => calendarDate(ISO.exec(text) ?? MONTH_FIRST.exec(text)));
const yearFirstDateOf = remembered((text) => calendarDate(ISO.exec(text) ?? YEAR_FIRST.exec(text)));
const dayNumberOf = remembered((date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** Used by publishers in place of a missing date. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['0001-01-01', '1900-01-01', '9999-12-31']);

/**
 * Caches results, because files contain few different days many times. Only for short texts: a longer one may be a slice that
 * keeps the text of the whole file in memory.
 */
function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (text.length > LONGEST_REMEMBERED) return value;
    if (known.size === MAX_REMEMBERED) known.clear();
    known.set(text, value);
    return value;
  };
}

const LONGEST_REMEMBERED = 10;
const MAX_REMEMBERED = 50_000;

function calendarDate(parts: RegExpExecArray | null): string | undefined {
  const { year, month, day } = parts?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return exists(date) && !PLACEHOLDERS.has(date) ? date : undefined;
}

function exists(date: string): boolean {
  const [year = 0, month = 0, day = 0] = [date.slice(0, 4), date.slice(5, 7), date.slice(8)].map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** By the Gregorian rule, even before 1582, as publishers do. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
