export type IndexKind = 'quarterly' | 'daily';
type IndexLayout = 'master' | 'company' | 'form';

/** The lines above the rows of an index. */
interface IndexHeader {
  line(text: string): void;
  /** True after the line of dashes. */
  complete(): boolean;
  layout(): IndexLayout;
  /**
   * From the first day of the quarter to the day of the last data received, or undefined where none is named. Throws
   * where there was no line of dashes.
   */
  scope(): { readonly from: string; readonly to: string } | undefined;
}

/** The longest header seen has 11 lines. */
const MAX_LINES = 40;

export function indexHeader(kind: IndexKind): IndexHeader {
  let lines = 0;
  let complete = false;
  let layout: IndexLayout | undefined;
  let lastReceived: string | undefined;
  return {
    line(text) {
      if (++lines > MAX_LINES) throw noIndex();
      if (text.startsWith('Description:')) refuseOther(kind, text);
      layout ??= LAYOUTS.find(([title]) => title.test(text))?.[1];
      lastReceived ??= /^Last Data Received:\s*(.+)/.exec(text)?.[1];
      complete = /^-{20,}\s*$/.test(text);
      if (complete && layout === undefined) throw new Error('The titles of the columns are unknown.');
    },
    complete: () => complete,
    layout: () => layout ?? 'master',
    scope() {
      if (!complete) throw noIndex();
      return quarterTo(dateInWords(lastReceived));
    },
  };
}

function noIndex(): Error {
  return new Error('This is no EDGAR index: it has no line of dashes.');
}

/** In the daily company index the title is broken over two lines; its beginning is enough. */
const LAYOUTS: readonly (readonly [RegExp, IndexLayout])[] = [
  [/^CIK\|Company Name\|Form Type\|Date Filed\|/, 'master'],
  [/^Company Name +Form Type +CIK/, 'company'],
  [/^Form Type +Company Name +CIK/, 'form'],
];

/** A daily file vouches for nothing and ranks below a quarterly one, so that the two must not be mistaken. */
function refuseOther(kind: IndexKind, description: string): void {
  const daily = /\bDaily Index\b/.test(description);
  if (daily === (kind === 'daily')) return;
  const source = daily ? 'us_sec_daily_index' : 'us_sec_full_index';
  throw new Error(`This is a ${daily ? 'daily' : 'quarterly'} index: load it with ${source}.`);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `September 30, 2016` or `Jan  2, 2020`. */
function dateInWords(text: string | undefined): { year: string; month: number; day: string } | undefined {
  const [, word = '', day = '', year = ''] =
    /^([A-Za-z]{3})[a-z]*\.? +(\d{1,2}), *(\d{4})/.exec(text ?? '') ?? [];
  const month = MONTHS.indexOf(word.toLowerCase()) + 1;
  return month === 0 ? undefined : { year, month, day };
}

/** The day of the last data received. */
export function indexDay({ head }: { readonly head: string }): string | undefined {
  const last = dateInWords(/^Last Data Received:\s*(.+)/m.exec(head)?.[1]);
  return last && quarterTo(last)?.to;
}

function quarterTo(last: { year: string; month: number; day: string } | undefined) {
  if (last === undefined) return undefined;
  const first = last.month - ((last.month - 1) % 3);
  const date = (month: number, day: string) =>
    `${last.year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { from: date(first, '1'), to: date(last.month, last.day) };
}
