/** Ids and filing numbers are compared without regard to case, blanks, dashes, dots and strokes within, and zeros before. */
export interface NumberKey {
  /** Without all of these. */
  readonly plain: string;
  /** Capitals, surrounding blanks left out. */
  readonly written: string;
}

export function keyOfNumber(value: string): NumberKey | null {
  const written = value.trim().toUpperCase();
  const squeezed = written.replace(/[\s\p{Pd}./,:#]+/gu, '');
  if (squeezed === '') return null;
  return { plain: squeezed.replace(/^0+(?=.)/, ''), written };
}

/** As one text, by which numbers are found as written or in any spelling; empty where nothing is left to compare. */
export function numberKey(value: string): string {
  const key = keyOfNumber(value);
  return key === null ? '' : numberKeyText(key);
}

export function numberKeyText({ plain, written }: NumberKey): string {
  return `${plain} ${written}`;
}
