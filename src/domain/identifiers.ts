/** Ids and filing numbers are compared without case, spaces, dashes, dots, slashes and leading zeros. */
interface NumberKey {
  /** Without any of these. */
  readonly plain: string;
  /** Upper case, trimmed. */
  readonly written: string;
}

export function keyOfNumber(value: string): NumberKey | null {
  const written = value.trim().toUpperCase();
  const squeezed = written.replace(/[\s\p{Pd}./,:#]+/gu, '');
  if (squeezed === '') return null;
  return { plain: squeezed.replace(/^0+(?=.)/, ''), written };
}

/** The number key as one text, to find numbers as written or in any spelling; empty if there is nothing to compare. */
export function numberKey(value: string): string {
  const key = keyOfNumber(value);
  return key === null ? '' : numberKeyText(key);
}

export function numberKeyText({ plain, written }: NumberKey): string {
  return `${plain} ${written}`;
}

/**
 * The nine digits of an EIN, with or without its dash; `undefined` for anything else and for placeholders (all digits equal).
 */
export function einDigits(text: string): string | undefined {
  const [, first, rest] = /^(\d{2})-?(\d{7})$/.exec(text.trim()) ?? [];
  const digits = `${first}${rest}`;
  return first === undefined || /^(\d)\1+$/.test(digits) ? undefined : digits;
}

/** A UEI in upper case: twelve letters and digits without I and O. */
export function ueiText(text: string): string | undefined {
  const uei = text.trim().toUpperCase();
  return /^[A-HJ-NP-Z0-9]{12}$/.test(uei) ? uei : undefined;
}

/** A CIK without leading zeros; may be prefixed with `CIK`. */
export function cikDigits(text: string): string | undefined {
  return /^(?:CIK[\s:#-]*)?0*([1-9]\d{0,9})$/i.exec(text.trim())?.[1];
}
