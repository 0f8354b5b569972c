interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly hasMore: boolean; readonly offset: number };
}

/** Items of one page after another, until none is left or the reader stops. Each page is a request of its own. */
export async function* items<Item>(
  read: (offset: number) => Promise<Page<Item>>,
  first: number,
): AsyncGenerator<Item, void, undefined> {
  let offset = first;
  for (;;) {
    const { data, meta } = await read(offset);
    yield* data;
    if (!meta.hasMore || data.length === 0) return;
    offset = meta.offset + data.length;
  }
}
