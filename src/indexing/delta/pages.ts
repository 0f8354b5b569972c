const AT_ONCE = 2_000;

/** Pieces of a long list: what is read of each is let go before the next. */
export function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}
