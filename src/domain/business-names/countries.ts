/** The short word for a country, and the words that it replaces; longer names first. */
export const COUNTRIES: readonly (readonly [short: string, long: string])[] = [
  ['usa', 'united states of america'],
  ['us', 'united states'],
];

/**
 * The United States in a normalised text, in their short spelling: `united states steel` and `u.s. steel` are both `us steel`.
 * The short one is chosen because words are joined to it (`usbank`) and because `Toys R Us` has it without meaning the country.
 */
export function shortCountry(text: string): string {
  if (!text.includes('united states')) return text;
  return COUNTRIES.reduce(
    (left, [short, long]) => ` ${left} `.replaceAll(` ${long} `, ` ${short} `).trim(),
    text,
  );
}

/** The same of words that are written as one. */
export function shortCountryJoined(compact: string): string {
  if (!compact.includes('unitedstates')) return compact;
  return COUNTRIES.reduce((left, [short, long]) => left.replaceAll(long.replaceAll(' ', ''), short), compact);
}

/** Whether the last word is that of a country in its long spelling. */
export function endsWithCountry(text: string): boolean {
  return COUNTRIES.some(([, long]) => ` ${text}`.endsWith(` ${long}`));
}
