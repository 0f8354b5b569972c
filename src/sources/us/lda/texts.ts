/** The calendar date in US Eastern time of a timestamp with an offset; `undefined` for what is none. */
export function easternDate(timestamp: string): string | undefined {
  const time = Date.parse(timestamp);
  return /T.*(Z|[+-]\d\d:?\d\d)$/.test(timestamp) && !Number.isNaN(time) ? EASTERN.format(time) : undefined;
}

const EASTERN = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** Character references read, blanks collapsed; numbers as text; `undefined` where nothing is left. */
export function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value)
    .replace(/&#(\d{1,6});/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&(amp|quot|apos|lt|gt|nbsp);/g, (_, name: string) => NAMED[name] ?? '')
    .replace(/[\s\u200b]+/g, ' ')
    .trim()
    .normalize();
  return text === '' ? undefined : text;
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ' },
};
