/**
 * The nine digits of an employer identification number, or `undefined`. Publishers write words (`APPLIED FOR`)
 * or one digit nine times over where they hold none; SEC's filer data has `000000000` for 40 % of listed filers.
 */
export function employerNumber(text: string | undefined): string | undefined {
  const digits = text?.replace(/^(\d{2})-(\d{7})$/, '$1$2');
  return digits !== undefined && /^\d{9}$/.test(digits) && !/^(\d)\1+$/.test(digits) ? digits : undefined;
}
