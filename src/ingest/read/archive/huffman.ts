/** Number of bits in the lookup table; longer codes, which are rare by construction, are decoded bit by bit. */
const FAST_BITS = 10;
const LONGEST_CODE = 15;

/** A canonical Huffman code as deflate transmits it: the length of each symbol's code, 0 for an unused symbol. */
export interface HuffmanCode {
  /** Lookup by the next 10 bits: `symbol << 4 | length`, or 0 if the code is longer or unused. */
  readonly fast: Int32Array;
  readonly fastMask: number;
  /** The number of codes of each length, and all symbols ordered by code. */
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** Returns `undefined` if the lengths are not a prefix code. A single code or none is valid, as in deflate. */
export function buildHuffman(lengths: Uint8Array): HuffmanCode | undefined {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const length of lengths) if (length > 0) counts[length] = at(counts, length) + 1;
  if (!isPrefixCode(counts)) return undefined;
  const symbols = orderSymbols(lengths, counts);
  return { fast: fillFast(lengths, counts), fastMask: (1 << FAST_BITS) - 1, counts, symbols };
}

/** Returns `symbol << 4 | length` of the code at the low end of `bits`, or -1 if no code matches. */
export function walkHuffman(code: HuffmanCode, bits: number): number {
  let value = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    value |= (bits >>> (length - 1)) & 1;
    const count = at(code.counts, length);
    if (value - first < count) return (at(code.symbols, index + value - first) << 4) | length;
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return -1;
}

function isPrefixCode(counts: Uint16Array): boolean {
  let free = 1;
  let used = 0;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    free = free * 2 - at(counts, length);
    used += at(counts, length);
    if (free < 0) return false;
  }
  return free === 0 || used <= 1;
}

function orderSymbols(lengths: Uint8Array, counts: Uint16Array): Uint16Array {
  const next = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    next[length + 1] = at(next, length) + at(counts, length);
  }
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    symbols[at(next, length)] = symbol;
    next[length] = at(next, length) + 1;
  });
  return symbols;
}

function fillFast(lengths: Uint8Array, counts: Uint16Array): Int32Array {
  const next = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    next[length + 1] = (at(next, length) + at(counts, length)) << 1;
  }
  const fast = new Int32Array(1 << FAST_BITS);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    const code = at(next, length);
    next[length] = code + 1;
    if (length > FAST_BITS) return;
    for (let index = reverse(code, length); index < fast.length; index += 1 << length) {
      fast[index] = (symbol << 4) | length;
    }
  });
  return fast;
}

/** Deflate transmits codes starting with their first bit, at the low end of the bit buffer. */
function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit += 1) reversed |= ((code >>> bit) & 1) << (length - 1 - bit);
  return reversed;
}

function at(array: Uint8Array | Uint16Array, index: number): number {
  return array[index] as number;
}
