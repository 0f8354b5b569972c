/** As long as a text may be. */
export const MAX_CHARACTERS = 500;

/** The words of the names. */
export function commonestFirst(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of names.flatMap((name) => name.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

/** The words from a place on, over and over, up to so many characters. */
export function fill(words: readonly string[], from: number, max = MAX_CHARACTERS): string {
  return around(words, from, max).join(' ').slice(0, max).trim();
}

export function around(words: readonly string[], from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => words[(from + at) % words.length] ?? '');
}
