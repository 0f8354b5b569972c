import type { Container } from '../format/container.js';
import type { StoredPlace } from '../format/layout.js';
import { type CountedFacet, pairOf } from '../format/types.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { asBitmap, isList, less, type NumberSet, sizeOf } from '../sets/number-set.js';
import { slicesOf } from '../sets/slices.js';
import { CountedSets } from './counted-sets.js';
import type { Facet, Filterable } from './facet.js';
import { ValueSets } from './value-sets.js';

/**
 * Measured, in nanoseconds: looking up a document; intersecting a full chunk of 65,536 documents with one of a large value;
 * looking up a document of a small value in such chunks.
 */
const TO_LOOK_UP = 2.9;
const TO_COMPARE_CHUNK = 4_000;
const TO_FIND = 1.5;
/** Documents per chunk, and the size from which a chunk is stored as 65,536 bits. */
const CHUNK = 65_536;
const FULL_CHUNK = 4_096;

/** A facet, and the range of its values among the values of all facets. */
interface Part {
  readonly name: string;
  readonly facet: Facet | undefined;
  readonly from: number;
  readonly to: number;
}

/** Facets whose values are stored together. */
interface Group {
  readonly parts: readonly Part[];
  readonly sets: ValueSets;
}

type Counts = Map<string, number>;
type Spans = NonNullable<CountedFacet['spans']>;

/** Counts documents by facet value and by spans of a column. */
export class FacetCounter {
  readonly #documentCount: number;
  readonly #filterable: Filterable;
  /** Facets stored together, in the order of their values. */
  readonly #groups: readonly Group[];
  readonly #countedSets: CountedSets;
  /** Nanoseconds to intersect all values of a facet with documents. */
  readonly #comparing = new Map<Facet, number>();

  /** `documentsAt` returns a set of documents that is stored elsewhere in the file. */
  constructor(
    container: Container,
    filterable: Filterable,
    documentsAt: (place: StoredPlace) => Bitmap | undefined,
  ) {
    const { documentCount, valueSets } = container.about;
    this.#documentCount = documentCount;
    this.#filterable = filterable;
    let from = 0;
    this.#groups = valueSets.map((about, at) => {
      const parts = about.facets.map((name) => {
        const facet = filterable.facets.get(name);
        const part = { name, facet, from, to: from + (facet?.valueCount ?? 0) };
        from = part.to;
        return part;
      });
      return { parts, sets: new ValueSets(container, `values/${at}`, about) };
    });
    this.#countedSets = new CountedSets(container, from, documentsAt);
  }

  /** Returns the counts of each facet in the order of `counted`. */
  count(documents: NumberSet, counted: readonly CountedFacet[]): (readonly [facet: string, Counts])[] {
    const looked = new Map<string, Uint32Array>();
    const pairs = new Map<CountedFacet, Counts>();
    for (const one of counted) {
      const { spans } = one;
      if (spans?.by !== undefined)
        pairs.set(one, this.#countPairs(documents, { ...spans, by: spans.by }, looked));
    }
    const names = counted.flatMap(({ facet, spans }) => (spans || looked.has(facet) ? [] : facet));
    this.#countByDifference(documents, names, looked);
    return counted.map((one) => {
      const known = pairs.get(one);
      if (known !== undefined) return [one.facet, known];
      if (one.spans !== undefined) return [one.facet, this.#countSpans(documents, one.spans)];
      const facet = this.#filterable.facets.get(one.facet);
      const counts =
        facet === undefined
          ? new Map<string, number>()
          : named(looked.get(one.facet) ?? facet.count(asBitmap(documents)), facet);
      for (const { value, range } of one.or ?? []) {
        const more = this.#countMinus(documents, { facet, value, range });
        if (more > 0) counts.set(value, (counts.get(value) ?? 0) + more);
      }
      return [one.facet, counts];
    });
  }

  /** Takes the counts of a similar set, subtracts its surplus documents and adds the missing ones. */
  #countByDifference(documents: NumberSet, facets: readonly string[], into: Map<string, Uint32Array>): void {
    const near = facets.length === 0 || isList(documents) ? undefined : this.#countedSets.nearest(documents);
    if (near === undefined) {
      this.#countEach(documents, facets, into);
      return;
    }
    const surplus = new Map<string, Uint32Array>();
    const lacking = new Map<string, Uint32Array>();
    this.#countEach(less(near.documents, documents), facets, surplus);
    this.#countEach(less(documents, near.documents), facets, lacking);
    for (const { name, from, to } of this.#groups.flatMap(({ parts }) => parts)) {
      if (!facets.includes(name)) continue;
      const [off, on] = [surplus.get(name), lacking.get(name)];
      const counts = near.counts
        .slice(from, to)
        .map((count, at) => count - (off?.[at] ?? 0) + (on?.[at] ?? 0));
      into.set(name, counts);
    }
  }

  /**
   * Counts the facets whose values are stored by document, each in the cheaper of two ways. Lists the documents once for all
   * facets.
   */
  #countEach(documents: NumberSet, facets: readonly string[], into: Map<string, Uint32Array>): void {
    const size = sizeOf(documents);
    if (size === 0) return;
    const lookedUp: Group[] = [];
    for (const group of this.#groups) {
      const parts = group.parts.filter(({ name }) => facets.includes(name));
      if (parts.length === 0) continue;
      if (isList(documents) || this.#toCompare(parts, size) > size * TO_LOOK_UP) lookedUp.push(group);
      else for (const { name, facet } of parts) if (facet) into.set(name, facet.count(documents));
    }
    this.#lookUp(documents, lookedUp, into);
  }

  /** Returns the nanoseconds it takes to intersect all values with documents that fill the chunks of their bitmap. */
  #toCompare(parts: readonly Part[], size: number): number {
    const chunks = Math.ceil(this.#documentCount / CHUNK);
    if (size < chunks * FULL_CHUNK) return Number.POSITIVE_INFINITY;
    return parts.reduce((sum, { facet }) => {
      if (facet === undefined) return sum;
      let known = this.#comparing.get(facet);
      if (known === undefined) {
        const { large, others } = facet.valuesFrom(chunks * FULL_CHUNK);
        known = large * chunks * TO_COMPARE_CHUNK + others * TO_FIND;
        this.#comparing.set(facet, known);
      }
      return sum + known;
    }, 0);
  }

  #lookUp(documents: NumberSet, groups: readonly Group[], into: Map<string, Uint32Array>): void {
    if (groups.length === 0) return;
    const tallies = groups.map(({ parts, sets }) => {
      const [from, to] = [parts[0]?.from ?? 0, parts.at(-1)?.to ?? 0];
      return { parts, from, tally: sets.tally(sizeOf(documents), to - from) };
    });
    for (const stretch of slicesOf(documents)) for (const { tally } of tallies) tally.add(stretch);
    for (const { parts, from: first, tally } of tallies) {
      const counts = tally.counts();
      for (const { name, from, to } of parts) into.set(name, counts.subarray(from - first, to - first));
    }
  }

  #countSpans(documents: NumberSet, spans: Spans): Counts {
    const counts: Counts = new Map();
    for (const [value, own] of this.#within(documents, spans)) counts.set(value, sizeOf(own));
    return counts;
  }

  /**
   * Counts the values of another facet in each span. If every document is in exactly one span, the sums are the counts of that
   * facet.
   */
  #countPairs(
    documents: NumberSet,
    spans: Spans & { readonly by: string },
    into: Map<string, Uint32Array>,
  ): Counts {
    const counts: Counts = new Map();
    const facet = this.#filterable.facets.get(spans.by);
    if (facet === undefined) return counts;
    const groups = this.#groups.filter(({ parts }) => parts.some(({ name }) => name === spans.by));
    const sums = new Uint32Array(facet.valueCount);
    let size = 0;
    for (const [value, own] of this.#within(documents, spans)) {
      const looked = new Map<string, Uint32Array>();
      this.#lookUp(own, groups, looked);
      const byPlace = looked.get(spans.by) ?? facet.count(asBitmap(own));
      for (const [held, count] of named(byPlace, facet)) counts.set(pairOf(value, held), count);
      for (let place = 0; place < sums.length; place++) {
        sums[place] = (sums[place] as number) + (byPlace[place] as number);
      }
      size += sizeOf(own);
    }
    if (size === sizeOf(documents)) into.set(spans.by, sums);
    return counts;
  }

  /** Yields each span that has documents, with these documents. */
  *#within(
    documents: NumberSet,
    { column: name, between }: Spans,
  ): Generator<readonly [value: string, own: NumberSet]> {
    const column = this.#filterable.columns.get(name);
    if (column === undefined) return;
    const { min, max } = column.bounds;
    for (const { value, from, to } of between(min, max)) {
      const own = column.within({ column: name, from, to }).of(documents);
      if (sizeOf(own) > 0) yield [value, own];
    }
  }

  /** Counts the documents that are in the range but do not have the value. */
  #countMinus(
    documents: NumberSet,
    { facet, value, range }: NonNullable<CountedFacet['or']>[number] & { facet: Facet | undefined },
  ): number {
    const ranged = this.#filterable.columns.get(range.column)?.within(range).of(documents);
    if (ranged === undefined) return 0;
    const both = facet?.among([value]).of(ranged);
    return sizeOf(ranged) - (both === undefined ? 0 : sizeOf(both));
  }
}

function named(counts: Uint32Array, facet: Facet): Counts {
  const byValue: Counts = new Map();
  for (const [place, count] of counts.entries()) if (count > 0) byValue.set(facet.valueAt(place), count);
  return byValue;
}
