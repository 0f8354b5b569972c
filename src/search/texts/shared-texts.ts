/**
 * The entries of a lexicon in which many owners share a text: each text is given once. Iterating yields all entries one by one;
 * the index builder reads the arrays.
 */
export class SharedTexts implements Iterable<readonly [text: string, owner: number]> {
  /** The number of texts; some may be unused. */
  readonly count: number;
  /** Returns a normalised text; an empty one is not a name. Duplicates are allowed. */
  readonly text: (number: number) => string;
  /** Entry -> the number of its text. */
  readonly numbers: Uint32Array;
  /** Entry -> its owner. Entries may be repeated. */
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
