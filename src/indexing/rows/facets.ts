import { GrowableUint16, GrowableUint32 } from '../../collections/growable.js';
import type { FacetInput } from '../../search/format/types.js';
import { bitmapOfNumbers } from '../../search/index.js';

/** The values of one facet as small numbers, in order of first occurrence. */
export class Codes {
  readonly #codes = new Map<string, number>();
  readonly #values: string[] = [];

  codeOf(value: string): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.#codes.size);
    return this.#values.push(value) - 1;
  }

  value(code: number): string {
    return this.#values[code] ?? '';
  }

  values(): readonly string[] {
    return this.#values;
  }

  /** Value -> display text, only for values that are displayed differently. */
  shown(): ReadonlyMap<string, string> {
    return new Map();
  }
}

/** Codes of values in the spelling of the index. Each distinct value is normalised once. */
export class SpeltCodes extends Codes {
  readonly #spelling: (value: string) => string;
  readonly #codeOf = new Map<string | null, number>();

  constructor(spelling: (value: string) => string) {
    super();
    this.#spelling = spelling;
  }

  /** Null gets the code of the empty value, which no search uses. */
  override codeOf(value: string | null): number {
    let code = this.#codeOf.get(value);
    if (code === undefined) {
      code = super.codeOf(value === null ? '' : this.#spelling(value));
      this.#codeOf.set(value, code);
    }
    return code;
  }

  /** Returns an original spelling of each value; of several, the first in code unit order. */
  override shown(): ReadonlyMap<string, string> {
    const shown = new Map<string, string>();
    for (const [written, code] of this.#codeOf) {
      const before = shown.get(this.value(code));
      if (written !== null && (before === undefined || written < before))
        shown.set(this.value(code), written);
    }
    return shown;
  }
}

/** One facet value per row, stored as small numbers until the rows are ranked. */
export class FacetRows {
  readonly #codes = new Codes();
  readonly #rows = new GrowableUint16();

  /** Null is stored as the empty value, which no search uses. */
  add(value: string | null): void {
    this.#rows.push(this.#codes.codeOf(value ?? ''));
  }

  valueOf(row: number): string {
    return this.#codes.value(this.#rows.at(row));
  }

  input(name: string, rows: Uint32Array): FacetInput {
    const facet = new FacetCollector(name, this.#codes);
    for (let document = 0; document < rows.length; document++) {
      facet.add(this.#rows.at(rows[document] ?? 0), document);
    }
    return facet.input();
  }
}

/** Collects the documents per value of one facet. Documents must be in ascending order; duplicates count once. */
export class FacetCollector {
  readonly #name: string;
  readonly #codes: Codes;
  readonly #values: readonly string[];
  readonly #documents: readonly GrowableUint32[];

  constructor(name: string, codes: Codes) {
    this.#name = name;
    this.#codes = codes;
    this.#values = codes.values();
    this.#documents = this.#values.map(() => new GrowableUint32());
  }

  add(code: number, document: number): void {
    this.#documents[code]?.push(document);
  }

  input(): FacetInput {
    const bitmaps = this.#documents.map((documents) => bitmapOfNumbers(documents.view()));
    return {
      name: this.#name,
      shown: this.#codes.shown(),
      values: new Map(
        this.#values.map((value, code) => [value, bitmaps[code] ?? bitmapOfNumbers(new Uint32Array(0))]),
      ),
    };
  }
}
