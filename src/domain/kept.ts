/**
 * The result of the function is given again for so long, to everybody who asks meanwhile too. A failure is not kept. Time is
 * that of a clock that never steps.
 */
export function kept<Value>(milliseconds: number, make: () => Promise<Value>): () => Promise<Value> {
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
