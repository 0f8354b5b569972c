/**
 * Runs `work` on all items, at most `max` at a time. After the first failure it starts no more, waits for the running ones and
 * rejects.
 */
export async function atOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  max: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      const one: Promise<void> = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= max) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
