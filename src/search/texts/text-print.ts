/**
 * Two hashes of a text: where it stands in a table, and what it is known by there. One after the other, without garbage. They
 * stand apart from `collections/hash.ts` because index files hold tables made by them.
 */
export class TextPrint {
  /** 32 bits. */
  place = 0;
  /** 16 bits. */
  tag = 0;

  /** Two walks with other factors (as FNV-1a, with a rotation), then the finish of MurmurHash3. */
  take(text: string): void {
    let place = 0x811c9dc5;
    let tag = 0x2545f491;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      place = Math.imul(place ^ code, 0x01000193);
      tag = Math.imul(((tag << 5) | (tag >>> 27)) ^ code, 0x9e3779b1);
    }
    this.place = finished(place);
    this.tag = finished(tag) >>> 16;
  }

  /** Its first choice among the slots. */
  slotOf(slots: number): number {
    return Math.floor((this.place / 2 ** 32) * slots);
  }
}

function finished(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
