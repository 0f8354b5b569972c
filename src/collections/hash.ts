/** FNV-1a, 32 bits: offset basis and prime. */
export const FNV_BASIS = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/**
 * FNV-1a over the UTF-16 code units of a text; signed 32 bits. Values must not change: the weights that classify names were
 * trained with them, and they order rows spilled to disk.
 */
export function fnv1a(text: string, basis = FNV_BASIS): number {
  let hash = basis | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

/** FNV-1a over the bytes from `from` (inclusive) to `to` (exclusive); signed 32 bits. */
export function fnv1aOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = FNV_BASIS | 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME);
  return hash;
}

/** A seeded 64-bit hash of a text. The halves remain in the object, so that one call returns both without garbage. */
export class Hash64 {
  /** The halves of the hash of the last text, signed 32 bits each. */
  high = 0;
  low = 0;
  readonly #seedHigh: number;
  readonly #seedLow: number;

  constructor(seedHigh: number, seedLow: number) {
    this.#seedHigh = seedHigh | 0;
    this.#seedLow = seedLow | 0;
  }

  /** Computes two hashes with different factors. Each step is a bijection of the previous state, so no difference is lost. */
  take(text: string, start: number, end: number): void {
    let high = this.#seedHigh ^ (end - start);
    let low = this.#seedLow;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high = (high << 13) | (high >>> 19);
      low = Math.imul(low ^ code, 0x85ebca77);
      low = (low << 17) | (low >>> 15);
    }
    this.high = mixed(high);
    this.low = mixed(low);
  }
}

function mixed(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 0x45d9f3b);
  return half ^ (half >>> 15);
}
