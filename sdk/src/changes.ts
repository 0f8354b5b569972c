/** A page of the feed as the iterator reads it. */
interface ChangesPage<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly cursor: string; readonly hasMore: boolean };
}

interface ChangesQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly wait?: number;
}

/** A wait ends before proxies cut a silent connection. */
const WAIT_SECONDS = 30;
const AS_MANY_AS_MAY_BE = 1_000;

/**
 * Events one after the other, without end: at the end of the feed each request waits for the next event. Each request is
 * charged. The reader stops by leaving the loop, or by its signal.
 */
export async function* follow<Query extends ChangesQuery, Item, Read extends ChangesPage<Item>>(
  query: Query,
  read: (query: Query) => Promise<Read>,
  onPage: ((page: Read) => void) | undefined,
): AsyncGenerator<Read['data'][number], void, undefined> {
  let asked = { limit: AS_MANY_AS_MAY_BE, wait: WAIT_SECONDS, ...query };
  for (;;) {
    const page = await read(asked);
    yield* page.data;
    onPage?.(page);
    asked = { ...asked, cursor: page.meta.cursor };
  }
}
