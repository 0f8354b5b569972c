/** `1234.50`, ` $20,800 ` or `-5`; null for blank and for words. A blank is not zero. */
export function amountOf(text: string | undefined): number | null {
  const plain = text?.replace(/[$,\s]/g, '');
  return plain !== undefined && /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Sums of money to the cent. */
export function sumOf(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
}
