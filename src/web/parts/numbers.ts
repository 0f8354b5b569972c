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

/** A probability in whole hundredths, never more than it is. */
export function percent(probability: number): string {
  return `${number(Math.floor(probability * 100))} %`;
}

/** `1 record`, `2 records`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
