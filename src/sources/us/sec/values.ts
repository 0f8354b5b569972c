/** EDGAR's JSON writes "none" as null, as an empty string or as zeros; each reader here turns all into undefined. */

export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return (NOT_ASCII.test(text) ? text.normalize('NFC') : text).trim() || undefined;
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** A CIK as a number, whether written `1318605` (2022), `"1318605"` or `"0001318605"` (2026). */
export function cikOf(value: unknown): number | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  return Number(text) || undefined;
}

/** Four digits; leading zeros are often lost (`100`), and `0000` means none. */
export function sicOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{3,4}$/.test(text) || Number(text) === 0) return undefined;
  return text.padStart(4, '0');
}

/** EDGAR's place codes are two characters in upper case; some live records have them in lower case (`a1`). */
export function placeOf(value: unknown): string | undefined {
  return textOf(value)?.toUpperCase();
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
