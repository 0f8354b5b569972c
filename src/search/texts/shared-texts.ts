/**
 * Entries of a lexicon where many owners have one text: each text is given once. As an iterable it is all its entries,
 * one by one; who builds an index takes the arrays.
 */
export class SharedTexts implements Iterable<readonly [text: string, owner: number]> {
  /** Texts that there are; some may be nobody's. */
  readonly count: number;
  /** Normalised; an empty one is no name. Two may be equal. */
  readonly text: (number: number) => string;
  /** Entry -> the number of its text. */
  readonly numbers: Uint32Array;
  /** Entry -> its owner. The same entry may come twice. */
  readonly owners: Uint32Array;

  constructor(of: Pick<SharedTexts, 'count' | 'text' | 'numbers' | 'owners'>) {
    this.count = of.count;
    this.text = of.text;
    this.numbers = of.numbers;
    this.owners = of.owners;
  }

  *[Symbol.iterator](): Generator<readonly [text: string, owner: number]> {
    for (const [entry, number] of this.numbers.entries()) {
      yield [this.text(number), this.owners[entry] as number];
    }
  }
}
