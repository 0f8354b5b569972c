import { GrowableUint32 } from '../../collections/growable.js';
import type { FacetInput } from '../types.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { valuesInOrder } from './write-facet.js';

/** Sets of so many are told apart by two bytes a document. */
const SHORT = 65_536;

/**
 * The values of each document in all the facets, as the number of their set: to count the values of a few million documents
 * takes one look at each of them, whatever the number of values. A blank is no value. Values are numbered facet by facet, in
 * the order in which `writeFacet` writes them.
 */
export function writeValueSets(
  writer: ContainerWriter,
  section: string,
  facets: readonly FacetInput[],
  documentCount: number,
): void {
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
  writer.add(`${section}/sets`, children.count <= SHORT ? Uint16Array.from(sets) : sets);
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
