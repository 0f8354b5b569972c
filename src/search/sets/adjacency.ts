import type { Container } from '../format/container.js';

/** One to many: `from` has `values[starts[from] .. starts[from + 1])`, ascending. */
export interface Adjacency {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

export function openAdjacency(container: Container, section: string): Adjacency {
  return { starts: container.uint32(`${section}/starts`), values: container.uint32(`${section}/values`) };
}

/** Returns the inverse mapping: each of `count` values to its owners, ascending. */
export function invert({ starts: from, values: of }: Adjacency, count: number): Adjacency {
  const starts = new Uint32Array(count + 1);
  for (const value of of) starts[value + 1] = (starts[value + 1] as number) + 1;
  for (let value = 0; value < count; value++) {
    starts[value + 1] = (starts[value + 1] as number) + (starts[value] as number);
  }
  const values = new Uint32Array(of.length);
  const next = starts.slice();
  for (let one = 0; one + 1 < from.length; one++) {
    const end = from[one + 1] as number;
    for (let at = from[one] as number; at < end; at++) {
      const value = of[at] as number;
      const place = next[value] as number;
      next[value] = place + 1;
      values[place] = one;
    }
  }
  return { starts, values };
}
