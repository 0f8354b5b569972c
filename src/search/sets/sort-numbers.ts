/** Up to so many the engine's own sort is faster (measured). */
const FEW = 384;
/** Up to so many three passes over short digits are faster than two over long ones, whose values outnumber them. */
const SOME = 8_192;
/** How many numbers have each digit, and then where those go; reused, one per thread. */
const PLACES = new Uint32Array(2 ** 16 + 1);

/**
 * The numbers, below `limit`, ascending: in their own memory or in that of `scratch`, which is at least as long. By radix
 * passes 2,000 of them take 60 µs and 65,536 take .7 ms, where the engine's own sort takes 150 µs and 5 ms.
 */
export function sortNumbers(numbers: Uint32Array, scratch: Uint32Array, limit: number): Uint32Array {
  if (numbers.length <= FEW) return numbers.sort();
  const passes = numbers.length <= SOME ? 3 : 2;
  const bits = Math.max(1, Math.ceil((32 - Math.clz32(limit)) / passes));
  let [from, to] = [numbers, scratch.subarray(0, numbers.length)];
  for (let shift = 0; shift < passes * bits; shift += bits) {
    distribute(from, to, shift, bits);
    [from, to] = [to, from];
  }
  return from;
}

function distribute(from: Uint32Array, to: Uint32Array, shift: number, bits: number): void {
  const places = PLACES;
  const mask = 2 ** bits - 1;
  places.fill(0, 0, mask + 2);
  for (let at = 0; at < from.length; at++) {
    const next = (((from[at] as number) >>> shift) & mask) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
  for (let at = 0; at < from.length; at++) {
    const number = from[at] as number;
    const digit = (number >>> shift) & mask;
    const place = places[digit] as number;
    places[digit] = place + 1;
    to[place] = number;
  }
}
