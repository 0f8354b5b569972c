import { GrowableUint32 } from '../../collections/growable.js';
import type { ValueSetsAbout } from '../format/layout.js';
import type { FacetInput } from '../format/types.js';
import type { Adjacency } from '../sets/adjacency.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { valuesInOrder } from './write-facet.js';
import { writeMany } from './write-lexicon.js';

/**
 * Writes the values of each document in all the facets as the number of their set. Counting the values of a few million
 * documents takes one lookup per document, whatever the number of values. The empty value is omitted. Values are numbered facet
 * by facet, in the order in which `writeFacet` writes them; sets by frequency, most frequent first.
 * The first `commonAtMost` sets are common: their numbers take one or two bytes per document, because memory bandwidth
 * dominates a lookup. All other documents have the number after these, and are listed with their values.
 */
export function writeValueSets(
  writer: ContainerWriter,
  section: string,
  facets: readonly FacetInput[],
  documentCount: number,
  commonAtMost: number,
): Pick<ValueSetsAbout, 'common' | 'bits'> {
  const sets = new Uint32Array(documentCount);
  const children = new Children();
  let value = 0;
  for (const facet of facets) {
    for (const [text, documents] of valuesInOrder(facet)) {
      if (text !== '') addValue(documents.toUint32Array(), value, sets, children);
      value++;
    }
  }
  const ranked = byFrequency(sets, children.count);
  const common = Math.min(ranked.length, commonAtMost);
  const lists = new Lists();
  for (const set of ranked.subarray(0, common)) lists.add(children.valuesOf(set));
  writeMany(writer, section, lists.view());
  const bits = common === ranked.length && common <= 256 ? 8 : 16;
  writeCodes(writer, section, sets, { common: ranked.subarray(0, common), children, bits });
  return { common, bits };
}

/** Returns the sets that documents have, most frequent first. */
function byFrequency(ofDocuments: Uint32Array, count: number): Uint32Array {
  const sizes = new Uint32Array(count);
  for (const set of ofDocuments) sizes[set] = (sizes[set] as number) + 1;
  return Uint32Array.from({ length: count }, (_, set) => set)
    .filter((set) => (sizes[set] as number) > 0)
    .sort((one, other) => (sizes[other] as number) - (sizes[one] as number) || one - other);
}

/** Overwrites the sets of the documents. */
function writeCodes(
  writer: ContainerWriter,
  section: string,
  sets: Uint32Array,
  { common, children, bits }: { common: Uint32Array; children: Children; bits: 8 | 16 },
): void {
  const codeOf = new Uint32Array(children.count).fill(common.length);
  for (const [code, set] of common.entries()) codeOf[set] = code;
  const [rareDocuments, rare] = [new GrowableUint32(), new Lists()];
  const { buffer, byteOffset, length } = sets;
  const codes =
    bits === 8 ? new Uint8Array(buffer, byteOffset, length) : new Uint16Array(buffer, byteOffset, length);
  for (let document = 0; document < length; document++) {
    const set = sets[document] as number;
    const code = codeOf[set] as number;
    codes[document] = code;
    if (code < common.length) continue;
    rareDocuments.push(document);
    rare.add(children.valuesOf(set));
  }
  writer.add(`${section}/codes`, codes);
  writer.add(`${section}/rare-documents`, rareDocuments.view());
  writeMany(writer, `${section}/rare`, rare.view());
}

/** Lists of values, one after the other. */
class Lists {
  readonly #starts = new GrowableUint32();
  readonly #values = new GrowableUint32();

  constructor() {
    this.#starts.push(0);
  }

  add(values: readonly number[]): void {
    for (const value of values) this.#values.push(value);
    this.#starts.push(this.#values.length);
  }

  view(): Adjacency {
    return { starts: this.#starts.view(), values: this.#values.view() };
  }
}

function addValue(documents: Uint32Array, value: number, sets: Uint32Array, children: Children): void {
  for (const document of documents) sets[document] = children.of(sets[document] as number, value);
}

/** Numbered sets in a tree. Values are added in ascending order, and each set has one child per value. */
class Children {
  readonly parents = new GrowableUint32();
  readonly values = new GrowableUint32();
  /** By set: the child made last, and in `#isOf` its value plus one. */
  #last = new Uint32Array(1_024);
  #isOf = new Uint32Array(1_024);

  constructor() {
    this.#add(0, 0);
  }

  get count(): number {
    return this.parents.length;
  }

  /** Returns the values of a set. */
  valuesOf(number: number): number[] {
    const values: number[] = [];
    for (let set = number; set > 0; set = this.parents.at(set)) values.push(this.values.at(set));
    return values;
  }

  of(parent: number, value: number): number {
    if (this.#isOf[parent] === value + 1) return this.#last[parent] as number;
    const child = this.#add(parent, value);
    this.#isOf[parent] = value + 1;
    this.#last[parent] = child;
    return child;
  }

  #add(parent: number, value: number): number {
    this.parents.push(parent);
    this.values.push(value);
    if (this.count > this.#last.length) {
      this.#last = doubled(this.#last);
      this.#isOf = doubled(this.#isOf);
    }
    return this.count - 1;
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}
