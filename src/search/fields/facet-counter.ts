import type { Container } from '../format/container.js';
import type { BitmapScope } from '../sets/bitmap-scope.js';
import { asBitmap } from '../sets/combine.js';
import { isList, type NumberSet, sizeOf } from '../sets/number-set.js';
import { type CountedFacet, pairOf } from '../types.js';
import type { Facet } from './facet.js';
import type { Filterable } from './filter.js';
import { ValueSets } from './value-sets.js';

/**
 * From one in so many documents on, the bitmap of each value is held against them, which takes as long for all documents as for
 * one in four; fewer are looked up one by one.
 */
const MANY_IS_ONE_IN = 4;

type Counts = Map<string, number>;

/** Counts documents by the values of facets and by spans of columns. */
export class FacetCounter {
  readonly #documentCount: number;
  readonly #filterable: Filterable;
  /** The facets of which each keeps the values, in order. */
  readonly #groups: readonly { readonly names: readonly string[]; readonly sets: ValueSets }[];

  constructor(container: Container, filterable: Filterable) {
    const { documentCount, valueSets } = container.about;
    this.#documentCount = documentCount;
    this.#filterable = filterable;
    this.#groups = valueSets.map((names, at) => ({ names, sets: new ValueSets(container, `values/${at}`) }));
  }

  /** By facet, in the order given. */
  count(
    documents: NumberSet,
    counted: readonly CountedFacet[],
    bitmapScope: BitmapScope,
  ): (readonly [facet: string, Counts])[] {
    const looked = new Map<string, Uint32Array>();
    if (isList(documents) || sizeOf(documents) * MANY_IS_ONE_IN < this.#documentCount) {
      this.#lookUp(documents, counted, looked);
    }
    return counted.map((one) => {
      if (one.spans !== undefined) return [one.facet, this.#countSpans(documents, one.spans, bitmapScope)];
      const facet = this.#filterable.facets.get(one.facet);
      const counts =
        facet === undefined
          ? new Map<string, number>()
          : named(looked.get(one.facet) ?? facet.count(asBitmap(documents, bitmapScope)), facet);
      for (const { value, range } of one.or ?? []) {
        const more = this.#countBeyond(documents, { facet, value, range }, bitmapScope);
        if (more > 0) counts.set(value, (counts.get(value) ?? 0) + more);
      }
      return [one.facet, counts];
    });
  }

  /** The facets whose values are kept by document. */
  #lookUp(documents: NumberSet, counted: readonly CountedFacet[], into: Map<string, Uint32Array>): void {
    for (const { names, sets } of this.#groups) {
      if (!counted.some(({ facet }) => names.includes(facet))) continue;
      const sizes = names.map((name) => this.#filterable.facets.get(name)?.valueCount ?? 0);
      const counts = sets.count(
        documents,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      let from = 0;
      for (const [at, name] of names.entries()) {
        const size = sizes[at] ?? 0;
        into.set(name, counts.subarray(from, from + size));
        from += size;
      }
    }
  }

  #countSpans(
    documents: NumberSet,
    { column: name, between, by }: NonNullable<CountedFacet['spans']>,
    bitmapScope: BitmapScope,
  ): Counts {
    const counts: Counts = new Map();
    const column = this.#filterable.columns.get(name);
    if (column === undefined) return counts;
    const { least, most } = column.bounds;
    for (const { value, from, to } of between(least, most)) {
      const own = column.within({ column: name, from, to }, bitmapScope).of(documents);
      if (by === undefined) {
        if (sizeOf(own) > 0) counts.set(value, sizeOf(own));
        continue;
      }
      const [[, byValue] = ['', new Map()]] = this.count(own, [{ facet: by }], bitmapScope);
      for (const [held, count] of byValue) counts.set(pairOf(value, held), count);
    }
    return counts;
  }

  /** Those in the range that do not bear the value. */
  #countBeyond(
    documents: NumberSet,
    { facet, value, range }: NonNullable<CountedFacet['or']>[number] & { facet: Facet | undefined },
    bitmapScope: BitmapScope,
  ): number {
    const ranged = this.#filterable.columns.get(range.column)?.within(range, bitmapScope).of(documents);
    if (ranged === undefined) return 0;
    const both = facet?.among([value], bitmapScope).of(ranged);
    return sizeOf(ranged) - (both === undefined ? 0 : sizeOf(both));
  }
}

function named(counts: Uint32Array, facet: Facet): Counts {
  const byValue: Counts = new Map();
  for (const [place, count] of counts.entries()) if (count > 0) byValue.set(facet.valueAt(place), count);
  return byValue;
}
