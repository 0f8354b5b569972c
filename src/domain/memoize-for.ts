/**
 * Caches the result of `make` for this time and shares a pending result between calls. Failures are not cached. Uses a
 * monotonic clock.
 */
export function memoizeFor<Value>(milliseconds: number, make: () => Promise<Value>): () => Promise<Value> {
  let made: { readonly value: Promise<Value>; until: number } | undefined;
  return () => {
    if (made && performance.now() < made.until) return made.value;
    const value = make();
    const mine = { value, until: Number.POSITIVE_INFINITY };
    made = mine;
    value.then(
      () => {
        mine.until = performance.now() + milliseconds;
      },
      () => {
        if (made === mine) made = undefined;
      },
    );
    return value;
  };
}
