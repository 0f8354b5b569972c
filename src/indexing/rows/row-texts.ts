import { GrowableUint32 } from '../../collections/growable.js';
import { GrowableTexts } from '../../collections/growable-texts.js';
import { SharedTexts } from '../../search/index.js';
import { Texts } from './texts.js';

/** Pairs of text and row for one lexicon whose texts are mostly distinct: numbers of records. */
export class RowTexts {
  readonly #texts = new GrowableTexts();
  readonly #rows = new GrowableUint32();

  add(text: string, row: number): void {
    if (text === '') return;
    this.#texts.push(text);
    this.#rows.push(row);
  }

  *entries(documentOf: Uint32Array): Generator<[string, number]> {
    for (let index = 0; index < this.#rows.length; index++) {
      yield [this.#texts.text(index), documentOf[this.#rows.at(index)] ?? 0];
    }
  }
}

/** The same for texts that many rows share: each is stored once. */
export class SharedRowTexts {
  readonly #texts: Texts;
  readonly #numbers = new GrowableUint32();
  readonly #rows = new GrowableUint32();

  /** `shape` returns the texts by which an original text is found. */
  constructor(shape: (written: string) => readonly string[]) {
    this.#texts = new Texts(shape);
  }

  add(written: string, row: number): void {
    for (const number of this.#texts.numbersOf(written)) {
      this.#numbers.push(number);
      this.#rows.push(row);
    }
  }

  entries(documentOf: Uint32Array): SharedTexts {
    return new SharedTexts({
      count: this.#texts.count,
      text: (number) => this.#texts.text(number),
      numbers: this.#numbers.view(),
      owners: this.#rows.view().map((row) => documentOf[row] ?? 0),
    });
  }
}
