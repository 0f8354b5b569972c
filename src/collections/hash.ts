/** FNV-1a, 32 bits: what a hash begins with, and what each step multiplies with. */
export const FNV_BASIS = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/**
 * FNV-1a over the UTF-16 code units of a text; 32 bits with their sign. The weights that
 * tell the kind of a name were learnt by it, and it orders rows spilled to disk: its values must not change.
 */
export function fnv1a(text: string, basis = FNV_BASIS): number {
  let hash = basis | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

/** FNV-1a over the bytes from `from` up to but not including `to`; 32 bits with their sign. */
export function fnv1aOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = FNV_BASIS | 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME);
  return hash;
}

/**
 * 64 bits of a text's hash, begun differently for each seed. The halves are left in the object: one call gives both and
 * makes no garbage.
 */
export class Hash64 {
  /** The halves of the last text, 32 bits each with their sign. */
  high = 0;
  low = 0;
  readonly #seedHigh: number;
  readonly #seedLow: number;

  constructor(seedHigh: number, seedLow: number) {
    this.#seedHigh = seedHigh | 0;
    this.#seedLow = seedLow | 0;
  }

  /** Two walks with other factors; each step is a bijection of the one before, so that no difference is lost. */
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
