const AT_ONCE = 2_000;

/** Splits a long list, so that what is read for one page can be freed before the next. */
export function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}
