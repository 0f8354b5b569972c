/**
 * `1234.50`, ` $20,800 `, `-5`, and `(500.00)` or `500-` for a negative amount, as accountants and spreadsheets write it; null for
 * any other text. A blank is not zero.
 */
export function amountOf(text: string | undefined): number | null {
  const [, open, sign, whole = '', cents = '', behind] = AMOUNT.exec(text?.replace(/[$\s]/g, '') ?? '') ?? [];
  if (whole === '' || Number(open === '(') + Number(sign === '-') + Number(behind === '-') > 1) return null;
  if ((open === '(') !== (behind === ')')) return null;
  const amount = Number(whole.replaceAll(',', '') + cents);
  return open === '(' || sign === '-' || behind === '-' ? -amount : amount;
}

const AMOUNT = /^(\()?([-+])?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?([-)])?$/;

/** Sums of money to the cent. */
export function sumOf(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
}
