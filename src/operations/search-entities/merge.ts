interface Tiered {
  /** A lower one stands before. */
  readonly tier: number;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Loaded and live hits are one list: by tier, and within one the loaded before the live. Only
 * those loaded hits can stand on a page that lie in this stretch of them, however the live ones fall.
 */
export function heldStretch({ offset, limit }: Page, live: number): Page {
  const from = Math.max(0, offset - live);
  return { offset: from, limit: offset + limit - from };
}

/** The page of the one list. `held` are the hits of the stretch, both lists are in order of their tiers. */
export function mergedPage<Held extends Tiered, Live extends Tiered>(
  page: Page,
  held: readonly Held[],
  live: readonly Live[],
): readonly (Held | Live)[] {
  const { offset: from } = heldStretch(page, live.length);
  const first = held[0];
  // Beyond the last loaded hit: so far back that every live one stands before the page, too.
  if (first === undefined && from > 0) return [];
  const before = from === 0 || first === undefined ? 0 : live.filter(({ tier }) => tier < first.tier).length;
  const merged = [...held, ...live.slice(before)].sort((a, b) => a.tier - b.tier);
  const start = page.offset - from - before;
  return merged.slice(start, start + page.limit);
}
