import { expect, test } from 'vitest';
import { fetchFrom, rowOf, SINCE } from '../support/servers/pages-of.js';

/** More than a day may have. */
const ENOUGH = 12_000;

test('a list of which every page is of one day ends, however many rows the publisher says there are', async () => {
  const { fetching, pages } = await fetchFrom((page) => ({
    count: 1e15,
    next: page < ENOUGH ? `?page=${page}` : null,
    results: [rowOf(page, SINCE)],
  }));
  await expect(fetching).rejects.toThrow(/links to more pages than its row count allows\.$/);
  expect(pages()).toBeLessThan(ENOUGH);
});
