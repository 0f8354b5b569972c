/** The format of a publisher's keys. */
export interface KeyFormat {
  /** In messages, with its article: `an EIN (9 digits)`. */
  readonly what: string;
  /** Matches a whole well-formed key. */
  readonly pattern: RegExp;
  /** A numeric key shorter than `width`, with at least `min` digits, has lost leading zeros. */
  readonly zeros?: { readonly width: number; readonly min: number };
  /** Characters that are removed from a key, such as the dash of an EIN. */
  readonly without?: RegExp;
  /** Letters are case-insensitive. */
  readonly upperCase?: true;
  /** Placeholders for a missing value. */
  readonly blank?: RegExp;
}

interface ReadKey {
  readonly key: string;
  /** The text was damaged and has been restored. */
  readonly isRestored: boolean;
}

/**
 * Returns the key in its publisher's format; `undefined` if the text is not a key. Undoes what a spreadsheet does, if the
 * result is unambiguous: lost leading zeros, `="042000009"`, `'042000008`, `10000001.0`, `10,000,001`.
 */
export function readKey(
  { pattern, zeros, without, upperCase }: KeyFormat,
  text: string,
): ReadKey | undefined {
  const given = upperCase ? text.toUpperCase() : text;
  if (DAMAGED.test(given)) return undefined;
  if (pattern.test(given)) return { key: given, isRestored: false };
  const bare = withoutSpreadsheet(given);
  const plain = without === undefined ? bare : bare.replace(without, '');
  const isShort = zeros !== undefined && plain.length >= zeros.min && /^\d+$/.test(plain);
  const key = isShort ? plain.padStart(zeros.width, '0') : plain;
  return pattern.test(key) && !DAMAGED.test(key) ? { key, isRestored: true } : undefined;
}

/** A number in scientific notation has lost digits; an error value has lost all of them. */
const DAMAGED = /^(?:[-+]?\d+(?:\.\d+)?E[-+]\d+|#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|DIV\/0!|NULL!|#+))$/i;

function withoutSpreadsheet(text: string): string {
  const inner = text
    .replace(/[\u200b-\u200d\u2060]/g, '')
    .replace(/\p{Pd}/gu, '-')
    .trim();
  const quoted = /^="?([^"]*)"?$/.exec(inner)?.[1] ?? inner.replace(/^'/, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.0+)?$/.test(quoted)) return quoted.replace(/,|\.0+$/g, '');
  return quoted.replace(/^(\d+)\.0+$/, '$1').trim();
}
