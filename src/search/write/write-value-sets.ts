import { GrowableUint32 } from '../../collections/growable.js';
import type { ValueSetsAbout } from '../format/layout.js';
import type { FacetInput } from '../types.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { valuesInOrder } from './write-facet.js';

/** So many values fit in half of a number of four bytes, a sign and a blank left over. */
const MOST_OF_PAIRS = 2 ** 15 - 1;

/**
 * The values of each document in all the facets, as the number of their set: to count the values of a few million documents
 * takes one look at each of them, whatever the number of values. A blank is no value. Values are numbered facet by facet, in
 * the order in which `writeFacet` writes them.
 *
 * If there are more than `setsAtMost` sets (two bytes tell 65,536 apart), a document with up to two values has these themselves,
 * each plus one, in the halves of a number: the counters of all sets would not fit in the processor's cache.
 */
export function writeValueSets(
  writer: ContainerWriter,
  section: string,
  facets: readonly FacetInput[],
  documentCount: number,
  setsAtMost: number,
): ValueSetsAbout['by'] {
  const sets = new Uint32Array(documentCount);
  const children = new Children();
  let value = 0;
  for (const facet of facets) {
    for (const [text, documents] of valuesInOrder(facet)) {
      if (text !== '') addValue(documents.toUint32Array(), value, sets, children);
      value++;
    }
  }
  writer.add(`${section}/parents`, children.parents.view());
  writer.add(`${section}/values`, children.values.view());
  if (children.count <= setsAtMost || value > MOST_OF_PAIRS) {
    writer.add(`${section}/sets`, children.count <= 65_536 ? Uint16Array.from(sets) : sets);
    return 'set';
  }
  const pairs = pairsOf(children);
  const byDocument = new Int32Array(sets.buffer);
  for (let document = 0; document < documentCount; document++)
    byDocument[document] = pairs[sets[document] as number] as number;
  writer.add(`${section}/pairs`, byDocument);
  return 'pair';
}

/** By set: its one or two values, or the number of the set below zero. */
function pairsOf({ parents, values, count }: Children): Int32Array {
  const pairs = new Int32Array(count);
  for (let set = 1; set < count; set++) {
    const parent = parents.at(set);
    const value = values.at(set) + 1;
    if (parent === 0) pairs[set] = value;
    else pairs[set] = parents.at(parent) === 0 ? (pairs[parent] as number) | (value << 16) : -set;
  }
  return pairs;
}

function addValue(documents: Uint32Array, value: number, sets: Uint32Array, children: Children): void {
  for (const document of documents) sets[document] = children.of(sets[document] as number, value);
}

/** Numbered sets; the values come one after the other, and each set has one child of each value. */
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
