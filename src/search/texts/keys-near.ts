import { editCost } from './edit-cost.js';
import { neighbours } from './neighbours.js';
import type { SortedTexts } from './sorted-texts.js';

/** The distinct first fields of keys at distance 1 of a text. */
export function firstFieldsNear(keys: SortedTexts, field: string): Set<string> {
  const near = new Set<string>();
  for (const number of neighbours(keys, `${field} `, 'beginning')) {
    const text = keys.text(number);
    const found = text.slice(0, text.indexOf(' '));
    if (found !== field && editCost(field, found, 1) !== null) near.add(found);
  }
  return near;
}
