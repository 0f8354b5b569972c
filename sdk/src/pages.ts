/** A page as the iterators read it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly hasMore: boolean; readonly offset: number };
}

interface PageQuery {
  readonly offset?: number;
  readonly limit?: number;
}

/** More than any operation lists on a page: each applies the largest limit it has, and says so in `meta.limit`. */
const AS_MANY_AS_MAY_BE = 1_000_000;

/**
 * Items of one page after another, until none is left or the reader stops. Each page is a request of its own and is charged
 * for itself, so pages are as large as they may be unless the query says otherwise.
 */
export async function* items<Query extends PageQuery, Item, Read extends Page<Item>>(
  query: Query,
  read: (query: Query) => Promise<Read>,
  onPage: ((page: Read) => void) | undefined,
): AsyncGenerator<Read['data'][number], void, undefined> {
  let offset = query.offset ?? 0;
  for (;;) {
    const page = await read({ ...query, limit: query.limit ?? AS_MANY_AS_MAY_BE, offset });
    onPage?.(page);
    yield* page.data;
    if (!page.meta.hasMore || page.data.length === 0) return;
    offset = page.meta.offset + page.data.length;
  }
}
