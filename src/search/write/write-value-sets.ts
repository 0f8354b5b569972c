import { GrowableUint16, GrowableUint32 } from '../../collections/growable.js';
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
 * If there are more than `setsAtMost` sets (two bytes tell 65,536 apart), each document has its values themselves: the counters of
 * all sets would not fit in the processor's cache.
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
  if (children.count > setsAtMost && value <= MOST_OF_PAIRS) {
    writePairs(writer, section, sets, children);
    return 'pair';
  }
  writer.add(`${section}/parents`, children.parents.view());
  writer.add(`${section}/values`, children.values.view());
  writer.add(`${section}/sets`, children.count <= 65_536 ? Uint16Array.from(sets) : sets);
  return 'set';
}

/**
 * By document: one or two values, each plus one, or below zero the place of a list, less one. A list is the number of its values
 * and these; the lists stand in the order of the documents, for they are read in it. Overwrites the numbers of the sets.
 */
function writePairs(writer: ContainerWriter, section: string, sets: Uint32Array, children: Children): void {
  const pairs = new Int32Array(sets.buffer, sets.byteOffset, sets.length);
  const lists = new GrowableUint16();
  const pairOf = Int32Array.from({ length: children.count }, (_, set) => {
    const [one = -1, other = -1, more] = children.valuesOf(set);
    return more === undefined ? (one + 1) | ((other + 1) << 16) : -1;
  });
  for (let document = 0; document < sets.length; document++) {
    const set = sets[document] as number;
    pairs[document] = pairOf[set] as number;
    if (pairs[document] !== -1) continue;
    pairs[document] = -1 - lists.length;
    const values = children.valuesOf(set);
    lists.push(values.length);
    for (const value of values) lists.push(value);
  }
  writer.add(`${section}/pairs`, pairs);
  writer.add(`${section}/lists`, lists.view());
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

  /** The values of a set. */
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
