/** Numbers in [0, 1) that are the same on every machine: a 32-bit linear congruential generator. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Draws 0..count-1 by Zipf's law: the k-th is drawn in proportion to 1/k, as words are in names. */
export function zipf(count: number, random: () => number): () => number {
  const logCount = Math.log(count + 1);
  return () => Math.min(count - 1, Math.floor(Math.exp(random() * logCount)) - 1);
}

export function pickFrom<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T;
}
