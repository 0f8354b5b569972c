import { GrowableUint32 } from '../../collections/growable.js';
import { Container, type Opening } from '../format/container.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import { NO_NUMBERS } from '../sets/number-set.js';
import type { SortedTexts } from '../texts/sorted-texts.js';
import { Segment } from './segment.js';

/** Opens the output of `buildIndex` in order to build a delta for it. Throws `IndexFormatError`, as `openIndex` does. */
export function openMainIndex(bytes: Uint8Array, opening?: Opening): MainIndex {
  return new MainIndex(new Segment(new Container(bytes, opening)));
}

/** The access to an index that building a delta needs: document by document. */
export class MainIndex {
  readonly #segment: Segment;

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  get documentCount(): number {
    return this.#segment.documentCount;
  }

  get checksum(): number {
    return this.#segment.checksum;
  }

  keyOf(document: number): bigint {
    return this.#segment.keys[document] as bigint;
  }

  valueOf(column: string, document: number): number | undefined {
    return this.#segment.filterable.columns.get(column)?.valueOf(document);
  }

  /** Returns `undefined` if the lexicon stores no own names, or if this one is empty. */
  ownName(lexicon: string, document: number): string | undefined {
    return this.#segment.lexicons.get(lexicon)?.ownName(document);
  }

  hasGroup(key: number): boolean {
    return this.#segment.findGroup(key) >= 0;
  }

  /** Returns the names of a group in a lexicon. */
  namesOfGroup(lexicon: string, key: number): readonly string[] {
    return this.#segment.lexicons.get(lexicon)?.ofGroups?.texts(this.#segment.findGroup(key)) ?? [];
  }

  documentsWithKeys(keys: ReadonlySet<bigint>): Bitmap {
    const found = new GrowableUint32();
    if (keys.size === 0) return bitmapOfNumbers(NO_NUMBERS);
    const low = lowHalves(this.#segment.keys);
    const sieve = new Sieve(keys);
    for (let document = 0; document < this.documentCount; document++) {
      if (sieve.mayHave(low[2 * document] as number) && keys.has(this.keyOf(document))) found.push(document);
    }
    return bitmapOfNumbers(found.view());
  }

  namesOnlyOf(lexicon: string, documents: Bitmap): Bitmap {
    return this.#segment.lexicons.get(lexicon)?.namesOnlyOf(documents) ?? bitmapOfNumbers(NO_NUMBERS);
  }

  /** Returns the places of those `texts` that are names here, except the names in `except`. */
  namesAmong(lexicon: string, texts: SortedTexts, except: Bitmap): Bitmap {
    const found = new GrowableUint32();
    const names = this.#segment.lexicons.get(lexicon)?.names;
    if (names === undefined) return bitmapOfNumbers(NO_NUMBERS);
    for (let number = 0; number < texts.count; number++) {
      const name = names.find(texts.text(number));
      if (name >= 0 && !except.has(name)) found.push(number);
    }
    return bitmapOfNumbers(found.view());
  }
}

/** A prefilter for keys by their lowest 24 bits: tests 20 million numbers in 0.1 s, where a set of BigInts takes seconds. */
class Sieve {
  readonly #marks = new Uint8Array(2 ** 24);

  constructor(keys: ReadonlySet<bigint>) {
    for (const key of keys) this.#marks[Number(key & 0xffffffn)] = 1;
  }

  mayHave(lowHalf: number): boolean {
    return this.#marks[lowHalf & 0xffffff] === 1;
  }
}

/**
 * Returns a view in which the lower 32 bits of key n are at 2 n. Index files are little endian, as are the machines that run
 * this.
 */
function lowHalves(keys: BigUint64Array): Uint32Array {
  return new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
}
