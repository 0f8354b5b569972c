/**
 * A node's reservation and use of an account's minute: one word of memory shared by all threads, so that it
 * is always consistent. 12 bits of the minute, 26 reserved, 26 used.
 */
export interface BlockCount {
  /** The low bits of the minutes since 1970. */
  readonly minute: number;
  readonly taken: number;
  readonly used: number;
}

const MINUTES = 4_096;
const COUNT_BITS = 26n;
const MAX_COUNT = 2 ** 26 - 1;
const COUNT_MASK = BigInt(MAX_COUNT);

export function shortMinute(minute: number): number {
  return minute % MINUTES;
}

export function toWord({ minute, taken, used }: BlockCount): bigint {
  const counts = (BigInt(Math.min(taken, MAX_COUNT)) << COUNT_BITS) | BigInt(Math.min(used, MAX_COUNT));
  return (BigInt(shortMinute(minute)) << (2n * COUNT_BITS)) | counts;
}

export function fromWord(word: bigint): BlockCount {
  return {
    minute: Number(word >> (2n * COUNT_BITS)),
    taken: Number((word >> COUNT_BITS) & COUNT_MASK),
    used: Number(word & COUNT_MASK),
  };
}
