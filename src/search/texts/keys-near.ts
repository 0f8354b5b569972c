import { editCost } from './edit-cost.js';
import { neighbours } from './neighbours.js';
import { neighboursAtTwo } from './neighbours-at-two.js';
import type { NumberRange, SortedTexts } from './sorted-texts.js';

/** The distinct first fields of keys at distance 1 of a text; of fields without a key that counts, none. */
export function firstFieldsNear(
  keys: SortedTexts,
  field: string,
  isCounted: (number: number) => boolean,
): Set<string> {
  const near = new Set<string>();
  for (const number of neighbours(keys, `${field} `, 'beginning')) {
    const text = keys.text(number);
    const found = text.slice(0, text.indexOf(' '));
    if (found === field || near.has(found) || editCost(field, found, 1) === null) continue;
    if (someOf(keys.beginningWith(`${found} `), isCounted)) near.add(found);
  }
  return near;
}

/** The same at distance 2 or less. For few keys: most of them are walked. */
export function firstFieldsAtTwo(
  keys: SortedTexts,
  field: string,
  isCounted: (number: number) => boolean,
): Set<string> {
  const fields = [...neighboursAtTwo(keys, field, 'fields')].map((number) => {
    const text = keys.text(number);
    return text.slice(0, text.indexOf(' '));
  });
  return new Set(fields.filter((one) => one !== field && someOf(keys.beginningWith(`${one} `), isCounted)));
}

function someOf({ from, to }: NumberRange, isCounted: (number: number) => boolean): boolean {
  for (let number = from; number < to; number++) if (isCounted(number)) return true;
  return false;
}
