import type { NumberFormName } from '../contract/vocabulary.js';
import { cikDigits, einDigits, ueiText } from './identifiers.js';

/** A number as its publisher writes it. */
export interface FormedNumber {
  readonly scheme: NumberFormName;
  readonly value: string;
}

/**
 * Returns the number that a text can only be: its form is that of one kind of number, and no name is written so. A number of digits alone
 * (`217`, `320193`) can be a name, a CIK or a number of a register, and is not returned unless it is an accession number or begins with 0
 * and has ten digits.
 */
export function formedNumber(written: string): FormedNumber | undefined {
  const text = written.trim();
  const [, filer, year, count] = /^(\d{10})-?(\d{2})-?(\d{6})$/.exec(text) ?? [];
  if (filer !== undefined) return { scheme: 'accession', value: `${filer}-${year}-${count}` };
  if (/^\d{3}-\d{5,6}(?:-\d{2})?$/.test(text)) return { scheme: 'file-number', value: text };
  if (/^\d{2}-\d{7}$/.test(text) && einDigits(text) !== undefined) return { scheme: 'ein', value: text };
  const cik = /^(?:CIK|0\d{9}$)/i.test(text) ? cikDigits(text) : undefined;
  if (cik !== undefined) return { scheme: 'cik', value: cik.padStart(10, '0') };
  const uei = /^(?=.*[A-Z])(?=.*\d)[^0]/i.test(text) ? ueiText(text) : undefined;
  if (uei !== undefined) return { scheme: 'uei', value: uei };
  return isLei(text.toUpperCase()) ? { scheme: 'lei', value: text.toUpperCase() } : undefined;
}

/** Returns whether the text is a number and no word: it is never corrected into another one. */
export function isNumber(written: string): boolean {
  return /^\d+$/.test(written.trim()) || formedNumber(written) !== undefined;
}

/** ISO 17442: 18 letters and digits, and two check digits (ISO 7064, MOD 97-10). */
function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(text)) return false;
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
