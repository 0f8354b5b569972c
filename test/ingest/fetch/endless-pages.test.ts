import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchFrom, rowOf, SINCE } from '../../support/servers/pages-of.js';

const MIB = 2 ** 20;

describe('pages', () => {
  it('end with a sentence if a next page is named without end, all of one day', async () => {
    const { fetching, pages } = await fetchFrom((page) => ({
      count: 20,
      next: `?page=${page}`,
      results: [rowOf(page, '2026-04-10')],
    }));
    await expect(fetching).rejects.toThrow(/links to more pages than its row count allows\.$/);
    expect(pages()).toBeLessThan(50);
  });

  it('are none where a packed page decompresses to more than a page has', async () => {
    const page = JSON.stringify({ count: 1, next: null, results: [rowOf(1, SINCE)] });
    const padded = (bytes: number) => gzipSync(page + ' '.repeat(bytes - page.length));
    const whole = padded(64 * MIB);
    const kept = await fetchFrom(() => whole);
    expect(await kept.fetching).toHaveLength(1);
    const bomb = padded(64 * MIB + 1);
    const refused = await fetchFrom(() => bomb);
    await expect(refused.fetching).rejects.toThrow(/the response is not a complete JSON page\.$/);
  });

  it('end with a sentence where one names itself as the next', async () => {
    const { fetching } = await fetchFrom(() => ({ count: 2, next: `?since=${SINCE}`, results: [] }));
    await expect(fetching).rejects.toThrow(/links to a page that was already read\.$/);
  });
});
