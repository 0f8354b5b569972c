/** Caches the last result, for values that repeat from call to call, such as the time of a load for all its records. */
export function memoizeLast<Value, Made = string>(make: (value: Value) => Made): (value: Value) => Made {
  let last: { readonly value: Value; readonly made: Made } | undefined;
  return (value) => {
    if (last === undefined || last.value !== value) last = { value, made: make(value) };
    return last.made;
  };
}
