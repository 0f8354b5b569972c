import type { PriceItem } from '../../store/store.js';

/** One entry for each kind of item, so that the charge of a batch is as short as that of one request. */
export function sumByItem(items: readonly PriceItem[]): readonly PriceItem[] {
  const sums = new Map<PriceItem['item'], number>();
  for (const { item, credits } of items) sums.set(item, (sums.get(item) ?? 0) + credits);
  return [...sums].map(([item, credits]) => ({ item, credits }));
}
