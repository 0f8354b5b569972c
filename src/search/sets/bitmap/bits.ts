/**
 * The size of a chunk stored as bits: 65,536 bits in 2,048 words of 32 bits. Words are signed because JavaScript's bit
 * operations are.
 */
export const CHUNK_WORDS = 2_048;

export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Counts the bits that are set in both chunks. Uses carry-save adders: eight words cost one `bitCount` (Muła, Kurz and Lemire,
 * "Faster Population Counts Using AVX2 Instructions", 2018).
 */
export function countCommonBits(a: Int32Array, atA: number, b: Int32Array, atB: number): number {
  let eights = 0;
  let [ones, twos, fours] = [0, 0, 0];
  for (let word = 0; word < CHUNK_WORDS; word += 8) {
    const [i, j] = [atA + word, atB + word];
    const w0 = (a[i] as number) & (b[j] as number);
    const w1 = (a[i + 1] as number) & (b[j + 1] as number);
    const w2 = (a[i + 2] as number) & (b[j + 2] as number);
    const w3 = (a[i + 3] as number) & (b[j + 3] as number);
    const w4 = (a[i + 4] as number) & (b[j + 4] as number);
    const w5 = (a[i + 5] as number) & (b[j + 5] as number);
    const w6 = (a[i + 6] as number) & (b[j + 6] as number);
    const w7 = (a[i + 7] as number) & (b[j + 7] as number);
    let sum = ones ^ w0;
    let carry = (ones & w0) | (sum & w1);
    ones = sum ^ w1;
    sum = ones ^ w2;
    let other = (ones & w2) | (sum & w3);
    ones = sum ^ w3;
    sum = twos ^ carry;
    const four = (twos & carry) | (sum & other);
    twos = sum ^ other;
    sum = ones ^ w4;
    carry = (ones & w4) | (sum & w5);
    ones = sum ^ w5;
    sum = ones ^ w6;
    other = (ones & w6) | (sum & w7);
    ones = sum ^ w7;
    sum = twos ^ carry;
    const next = (twos & carry) | (sum & other);
    twos = sum ^ other;
    sum = fours ^ four;
    eights += bitCount((fours & four) | (sum & next));
    fours = sum ^ next;
  }
  return 8 * eights + 4 * bitCount(fours) + 2 * bitCount(twos) + bitCount(ones);
}

/** Counts the bits that are set from `first` to `last`, inclusive. */
export function countBitsBetween(words: Int32Array, at: number, first: number, last: number): number {
  let count = 0;
  for (let word = first >>> 5; word <= last >>> 5; word++) {
    count += bitCount((words[at + word] as number) & maskOf(word, first, last));
  }
  return count;
}

export function setBitsBetween(words: Int32Array, at: number, first: number, last: number): void {
  for (let word = first >>> 5; word <= last >>> 5; word++) {
    words[at + word] = (words[at + word] as number) | maskOf(word, first, last);
  }
}

export function clearBitsBetween(words: Int32Array, at: number, first: number, last: number): void {
  for (let word = first >>> 5; word <= last >>> 5; word++) {
    words[at + word] = (words[at + word] as number) & ~maskOf(word, first, last);
  }
}

/** Returns a mask of the bits of a word from `first` to `last`, inclusive. */
function maskOf(word: number, first: number, last: number): number {
  const from = word === first >>> 5 ? -1 << (first & 31) : -1;
  return word === last >>> 5 ? from & (-1 >>> (31 - (last & 31))) : from;
}

/** Counts the runs of set bits. */
export function countRunsOfBits(words: Int32Array, at: number): number {
  let runs = 0;
  let carry = 0;
  for (let word = at; word < at + CHUNK_WORDS; word++) {
    const bits = words[word] as number;
    runs += bitCount(bits & ~((bits << 1) | carry));
    carry = bits >>> 31;
  }
  return runs;
}
