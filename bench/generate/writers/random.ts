/** Numbers in [0, 1) that are the same on every machine: a 32-bit linear congruential generator. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The number in [0, 1) that belongs to a place, whichever places were asked for before. */
export function numberAt(place: number, seed: number): number {
  let mixed = (place ^ Math.imul(seed, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Draws 0..count-1 by Zipf's law: the k-th is drawn in proportion to 1/k, as words are in names. */
export function zipf(count: number, random: () => number): () => number {
  return () => zipfAt(count, random());
}

/** The same for a number that was drawn already. */
export function zipfAt(count: number, drawn: number): number {
  return Math.min(count - 1, Math.floor(Math.exp(drawn * Math.log(count + 1))) - 1);
}

export function pickFrom<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T;
}
