import type { Container } from '../format/container.js';
import { stretchesOf } from '../query/stretches.js';
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
type Spans = NonNullable<CountedFacet['spans']>;

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
    const pairs = new Map<CountedFacet, Counts>();
    for (const one of counted) {
      const { spans } = one;
      if (spans?.by !== undefined)
        pairs.set(one, this.#countPairs(documents, { ...spans, by: spans.by }, looked, bitmapScope));
    }
    if (isList(documents) || sizeOf(documents) * MANY_IS_ONE_IN < this.#documentCount) {
      const names = counted.flatMap(({ facet, spans }) => (spans || looked.has(facet) ? [] : facet));
      this.#lookUp(documents, names, looked);
    }
    return counted.map((one) => {
      const known = pairs.get(one);
      if (known !== undefined) return [one.facet, known];
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

  /** Facets whose values are kept by document. The documents are listed once for all of them. */
  #lookUp(documents: NumberSet, facets: readonly string[], into: Map<string, Uint32Array>): void {
    const size = sizeOf(documents);
    const tallies = this.#groups.flatMap(({ names, sets }) => {
      if (!names.some((name) => facets.includes(name))) return [];
      const sizes = names.map((name) => this.#filterable.facets.get(name)?.valueCount ?? 0);
      const tally = sets.tally(
        size,
        sizes.reduce((sum, one) => sum + one, 0),
      );
      return { names, sizes, tally };
    });
    if (tallies.length === 0) return;
    for (const stretch of stretchesOf(documents)) for (const { tally } of tallies) tally.add(stretch);
    for (const { names, sizes, tally } of tallies) {
      const counts = tally.counts();
      let from = 0;
      for (const [at, name] of names.entries()) {
        into.set(name, counts.subarray(from, from + (sizes[at] ?? 0)));
        from += sizes[at] ?? 0;
      }
    }
  }

  #countSpans(documents: NumberSet, spans: Spans, bitmapScope: BitmapScope): Counts {
    const counts: Counts = new Map();
    for (const [value, own] of this.#within(documents, spans, bitmapScope)) counts.set(value, sizeOf(own));
    return counts;
  }

  /** The values of another facet in each span. If every document is in one, their sums are the counts of that facet. */
  #countPairs(
    documents: NumberSet,
    spans: Spans & { readonly by: string },
    into: Map<string, Uint32Array>,
    bitmapScope: BitmapScope,
  ): Counts {
    const counts: Counts = new Map();
    const facet = this.#filterable.facets.get(spans.by);
    if (facet === undefined) return counts;
    const sums = new Uint32Array(facet.valueCount);
    let size = 0;
    for (const [value, own] of this.#within(documents, spans, bitmapScope)) {
      const looked = new Map<string, Uint32Array>();
      this.#lookUp(own, [spans.by], looked);
      const byPlace = looked.get(spans.by) ?? facet.count(asBitmap(own, bitmapScope));
      for (const [held, count] of named(byPlace, facet)) counts.set(pairOf(value, held), count);
      for (let place = 0; place < sums.length; place++) {
        sums[place] = (sums[place] as number) + (byPlace[place] as number);
      }
      size += sizeOf(own);
    }
    if (size === sizeOf(documents)) into.set(spans.by, sums);
    return counts;
  }

  /** The documents of each span that has any. */
  *#within(
    documents: NumberSet,
    { column: name, between }: Spans,
    bitmapScope: BitmapScope,
  ): Generator<readonly [value: string, own: NumberSet]> {
    const column = this.#filterable.columns.get(name);
    if (column === undefined) return;
    const { least, most } = column.bounds;
    for (const { value, from, to } of between(least, most)) {
      const own = column.within({ column: name, from, to }, bitmapScope).of(documents);
      if (sizeOf(own) > 0) yield [value, own];
    }
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
