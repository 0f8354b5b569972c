import { NO_NAME } from '../../fields/lexicon.js';
import type { Adjacency } from '../../sets/adjacency.js';

/**
 * The owners of each of `count` names, each once and ascending: entry n is of text `numbers[n]` (null: of text n), and
 * this of name `nameOf[text]` or of none.
 */
export function postingsOf(
  count: number,
  nameOf: Uint32Array,
  numbers: Uint32Array | null,
  owners: Uint32Array,
): Adjacency {
  const starts = new Uint32Array(count + 1);
  const nameAt = (entry: number) => nameOf[numbers === null ? entry : (numbers[entry] as number)] as number;
  for (let entry = 0; entry < owners.length; entry++) {
    const name = nameAt(entry);
    if (name !== NO_NAME) starts[name + 1] = (starts[name + 1] as number) + 1;
  }
  for (let name = 0; name < count; name++)
    starts[name + 1] = (starts[name + 1] as number) + (starts[name] as number);
  const values = new Uint32Array(starts[count] as number);
  const next = starts.slice(0, count);
  for (let entry = 0; entry < owners.length; entry++) {
    const name = nameAt(entry);
    if (name === NO_NAME) continue;
    const place = next[name] as number;
    values[place] = owners[entry] as number;
    next[name] = place + 1;
  }
  return { starts, values: values.subarray(0, makeDistinct(starts, values)) };
}

/** Sorts the values of each and drops repetitions, in place; gives where the last end. */
function makeDistinct(starts: Uint32Array, values: Uint32Array): number {
  let filled = 0;
  for (let at = 0; at + 1 < starts.length; at++) {
    const [from, to] = [starts[at] as number, starts[at + 1] as number];
    if (!isAscending(values, from, to)) values.subarray(from, to).sort();
    starts[at] = filled;
    for (let index = from; index < to; index++) {
      const value = values[index] as number;
      if (index === from || value !== values[filled - 1]) values[filled++] = value;
    }
  }
  starts[starts.length - 1] = filled;
  return filled;
}

function isAscending(values: Uint32Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++)
    if ((values[at - 1] as number) > (values[at] as number)) return false;
  return true;
}
