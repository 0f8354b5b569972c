/**
 * Returns true if the title or name shows that the office has ended by `asOf`, `YYYY-MM-DD`: `FORMER BOARD
 * CHAIR`, `DIRECTOR (THRU 6/22)`, `CARA ROE THRU 21522`, `TERM END 1023`. False for an office that ends
 * later, for one next to a former one (`DIRECTOR, FORMER CHAIR`), for a start (`FROM 7/21`), for a past
 * president or chair, who is on the board under that title, and for a rank in a name (`COL ROE (RET)`).
 */
export function hasLeftOffice(name: string, title: string | null, asOf: string): boolean {
  if (NAME_ENDED.test(name) || endsBy(name, asOf)) return true;
  return title !== null && (TITLE_ENDED.test(title) || endsBy(title, asOf) || isFormer(title));
}

const NAME_ENDED = /\b(?:deceased|resigned)\b|\bterm (?:ended|expired)\b|[(,-]\s*(?:former|fmr)\b/i;
const TITLE_ENDED =
  /\b(?:deceased|resigned|departed|no longer)\b|\bterm (?:ended|expired)\b|^\W*past (?:(?:board|key) )?(?:director|trustee|member|officer|employee|executive director|c[efo]o)\b/i;

/** Applies to the whole title: a former office after the current one does not count. */
function isFormer(title: string): boolean {
  const mark = /\b(?:former|fmr|retired)\b/i.exec(title);
  if (mark === null) return false;
  const before = title.slice(0, mark.index);
  const after = title.slice(mark.index + mark[0].length);
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  const isLast = !/\p{L}/u.test(after);
  return isFirst || isLast || !/(?:[,/;:&(-]|\band)\s*$/i.test(before);
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WRITTEN = String.raw`\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{1,2}[/.-](?:\d{4}|\d{2})|(?:19|20)\d{2}|${MONTH}\.?(?:\s+\d{1,2},?)?\s+(?:19|20)\d{2}`;
/** Names lose the slashes of a date (`21522`); a month may be alone (`THRU MARCH`). */
const DATE = String.raw`(?:${WRITTEN}|\d{3,8}|${MONTH}\.?(?:\s+\d{1,2})?)(?![\p{L}\d/])`;

const ENDS =
  'thru|through|until|till?|end(?:ed|ing|s)?|exp(?:ired|ires)?|res(?:igned|igns)?|ret(?:ired|ires)?|left|departed|terminated|deceased|died';
/** The words before the day on which an office ends. After `to`, and between two days, only a written date counts. */
const ENDINGS = [
  new RegExp(
    String.raw`\b(?:${ENDS})\b\W{0,3}(?:(?:of|term|date|office|on|in|as)\b\W{0,3}){0,3}(${DATE})`,
    'giu',
  ),
  new RegExp(String.raw`(?:\bto\b|(?<=\d\s?)-|–)\s*((?:${WRITTEN}))(?=\s*(?:[)\],;.]|$))`, 'giu'),
];

function endsBy(text: string, asOf: string): boolean {
  const dates = ENDINGS.flatMap((ending) => [...text.matchAll(ending)].map(([, date = '']) => date));
  return dates.some((date) => (lastDayOf(date, asOf) ?? '9999') <= asOf);
}

/** The day, or the last day of the month or year, in the forms above; a day or month without a year is the last one by `asOf`. */
function lastDayOf(date: string, asOf: string): string | undefined {
  const text = date.toLowerCase();
  const word = MONTHS.findIndex((month) => text.startsWith(month)) + 1;
  if (word > 0) return lastDayIn(word, /(?:19|20)\d{2}$/.exec(text)?.[0], asOf);
  const [a = '', b = '', c] = /\D/.test(text) ? text.split(/[/.-]/) : withStrokes(text);
  if (b === '') return a === '' ? undefined : `${a}-12-31`;
  if (c !== undefined) return dayIn(fullYear(c), Number(a), Number(b));
  const year = fullYear(b);
  // `9/30` is a day if no term of office reaches that year.
  if (year <= Number(asOf.slice(0, 4)) + LONGEST_TERM) return dayIn(year, Number(a));
  const day = dayIn(Number(asOf.slice(0, 4)), Number(a), Number(b));
  return day !== undefined && day > asOf ? dayIn(Number(asOf.slice(0, 4)) - 1, Number(a), Number(b)) : day;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONGEST_TERM = 6;

/** `21522` is 2/15/22, `1023` is 10/23, `2021` is a year. */
function withStrokes(digits: string): readonly (string | undefined)[] {
  if (/^(?:19|20)\d{2}$/.test(digits)) return [digits];
  const [, month, day, year] =
    /^(0?[1-9]|1[0-2])(\d{2})(\d{4}|\d{2})$/.exec(digits) ?? /^(0?[1-9]|1[0-2])()(\d{2})$/.exec(digits) ?? [];
  return day === '' ? [month, year] : [month, day, year];
}

function lastDayIn(month: number, year: string | undefined, asOf: string): string | undefined {
  return year === undefined ? asOf : dayIn(Number(year), month);
}

function fullYear(text: string): number {
  return text.length === 4 ? Number(text) : 2000 + Number(text);
}

/** The day, or the last day of the month; `undefined` if there is none. */
function dayIn(
  year: number,
  month: number,
  day = new Date(Date.UTC(year, month, 0)).getUTCDate(),
): string | undefined {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
