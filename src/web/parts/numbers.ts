const WHOLE = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

export const number = (value: number) => WHOLE.format(value);

/** Whole US dollars. */
export const dollars = (value: number) => DOLLARS.format(value);

/** `1 record`, `2 records`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
