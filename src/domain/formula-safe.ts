const STARTS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Prefixes an apostrophe to text that a spreadsheet may run as a formula (OWASP, CSV injection). Signed numbers are unchanged.
 */
export function formulaSafe(text: string): string {
  return STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
