/** They take 64 MB. */
const MOST = 4_000_000;

/**
 * Notices ids that have perhaps come before. It never misses one; where it errs, or is asked of more than it holds,
 * repeated ids are searched for in vain.
 */
export class IdSet {
  #slots = new Int32Array(2 ** 12);
  #count = 0;

  /** True where the id has perhaps been added before. */
  add(id: string): boolean {
    if (this.#count === MOST) return true;
    if (this.#count * 4 > this.#slots.length) this.#grow();
    let high = 0x2545f491;
    let low = 0x1b873593;
    for (let at = 0; at < id.length; at += 1) {
      const code = id.charCodeAt(at);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high = (high << 13) | (high >>> 19);
      low = Math.imul(low ^ code, 0x85ebca77);
      low = (low << 17) | (low >>> 15);
    }
    return !this.#put(high === 0 ? 1 : high, low);
  }

  /** False where the two words are there already. */
  #put(high: number, low: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot * 2];
      if (found === high && slots[slot * 2 + 1] === low) return false;
      if (found !== 0) continue;
      slots[slot * 2] = high;
      slots[slot * 2 + 1] = low;
      this.#count += 1;
      return true;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#count = 0;
    for (let at = 0; at < old.length; at += 2) {
      const high = old[at] ?? 0;
      if (high !== 0) this.#put(high, old[at + 1] ?? 0);
    }
  }
}
