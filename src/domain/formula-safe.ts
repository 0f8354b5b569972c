const STARTS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Puts an apostrophe before text that a spreadsheet may run as a formula (OWASP, CSV injection). Signed numbers stay as they are. */
export function formulaSafe(text: string): string {
  return STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
