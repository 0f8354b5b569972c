const WHOLE = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const number = (value: number) => WHOLE.format(value);

/** US dollars, with cents if there are any. */
export const dollars = (value: number) => (Number.isInteger(value) ? DOLLARS : CENTS).format(value);

const SHORT_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
});

/** US dollars in a few characters, such as `$1.5M`. */
export const shortDollars = (value: number) => SHORT_DOLLARS.format(value);

/** A probability in whole hundredths, never more than it is. */
export function percent(probability: number): string {
  return `${number(Math.floor(probability * 100))} %`;
}

/** `1 record`, `2 records`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A share in tenths of a hundredth; 0 and 100 only where it is exactly that. */
export function tenths(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %';
  if (part === whole) return '100 %';
  const reported = Math.min(999, Math.max(1, Math.round((1_000 * part) / whole)));
  return `${(reported / 10).toFixed(1)} %`;
}
