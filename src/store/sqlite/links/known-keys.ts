/** Keys in pages. Omits rows removed meanwhile, and holds no read lock between pages. */
export async function* keyPages(
  pageAfter: (key: string) => readonly string[],
): AsyncGenerator<readonly string[]> {
  for (let page = pageAfter(''); page.length > 0; page = pageAfter(page.at(-1) ?? '')) yield page;
}

/** The values of the keys that have one. */
export function valuesOf(
  keys: readonly string[],
  lookUp: (key: string) => string | undefined,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const key of keys) {
    const value = lookUp(key);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}
