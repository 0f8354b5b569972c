/** The short word for a country, and the words it replaces; longer names first. */
export const COUNTRIES: readonly (readonly [short: string, long: string])[] = [
  ['usa', 'united states of america'],
  ['us', 'united states'],
];

/**
 * Replaces names of the United States in a normalised text by their short form: `united states steel` and `u.s. steel` both
 * become `us steel`. The short form, because words are joined to it (`usbank`) and `Toys R Us` contains it without meaning the
 * country.
 */
export function shortCountry(text: string): string {
  if (!text.includes('united states')) return text;
  return COUNTRIES.reduce(
    (left, [short, long]) => ` ${left} `.replaceAll(` ${long} `, ` ${short} `).trim(),
    text,
  );
}

/** Same for words written as one. */
export function shortCountryJoined(compact: string): string {
  if (!compact.includes('unitedstates')) return compact;
  return COUNTRIES.reduce((left, [short, long]) => left.replaceAll(long.replaceAll(' ', ''), short), compact);
}

/** Returns whether the last words are a country in its long spelling. */
export function endsWithCountry(text: string): boolean {
  return COUNTRIES.some(([, long]) => ` ${text}`.endsWith(` ${long}`));
}
