/** For what is the same from one call to the next, as the moment of a load is for all its records. */
export function lastRemembered<Value>(write: (value: Value) => string): (value: Value) => string {
  let last: { readonly value: Value; readonly text: string } | undefined;
  return (value) => {
    if (last === undefined || last.value !== value) last = { value, text: write(value) };
    return last.text;
  };
}
