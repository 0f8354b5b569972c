import { parseQuery, queryOfTier } from './fields/parsed-query.js';
import { Container, type Opening } from './format/container.js';
import type { CountedFacet, FacetCounts, IndexAnswer, IndexHit, IndexQuery, Tier } from './format/types.js';
import { Lookups, type MatchedText, matchText } from './query/match-text.js';
import { type TierDocuments, tierDocuments } from './query/tier-documents.js';
import { openDelta } from './segment/delta.js';
import type { Interleaving, SegmentDocument } from './segment/interleaving.js';
import { matchTiers, Segment } from './segment/segment.js';
import { bitmapOfRanges } from './sets/bitmap/make.js';
import { hasNumber, less, NO_NUMBERS, type NumberSet, page, sizeOf, united } from './sets/number-set.js';

export interface IndexStatistics {
  readonly documents: number;
  readonly groups: number;
  readonly bytes: number;
  readonly lexicons: readonly {
    readonly name: string;
    readonly names: number;
    readonly words: number;
    /** Prefixes and sets of words whose documents are materialised. */
    readonly broad: number;
  }[];
}

type Bytes = Uint8Array | SharedArrayBuffer;

/**
 * Opens the output of `buildIndex` and, if given, of `buildDelta` for later changes. Verifies everything (0.2 s per GB);
 * unpacks nothing. The bytes must not change afterwards. Bytes from `allocateIndexBytes` (or its `.buffer`) are used in place,
 * others may be copied. Throws `IndexFormatError` if the bytes are damaged, truncated or of another version, or if the delta
 * belongs to another index.
 */
export function openIndex(
  bytes: Bytes,
  { verified = false, few, changes }: Partial<Opening> & { readonly changes?: Bytes } = {},
): SearchIndex {
  const main = new Container(bytes, { verified });
  if (changes === undefined) return new SearchIndex([new Segment(main, { few })], null);
  const delta = openDelta(changes, main, { verified, few });
  return new SearchIndex([new Segment(main, { ...delta.main, few }), delta.segment], delta.interleaving);
}

/**
 * Executes queries, one at a time, over all segments as if they were one index. A missing lexicon, facet, column, value or
 * group matches nothing.
 */
export class SearchIndex {
  readonly documentCount: number;
  /** The main segment and its delta, if any. */
  readonly #segments: readonly [Segment, Segment?];
  readonly #interleaving: Interleaving | null;

  constructor(segments: readonly [Segment, Segment?], interleaving: Interleaving | null) {
    const [main, delta] = segments;
    this.documentCount = main.documentCount - (main.hidden?.size ?? 0) + (delta?.documentCount ?? 0);
    this.#segments = segments;
    this.#interleaving = interleaving;
  }

  /**
   * Executes a query synchronously. `offset` and `limit` are integers from 0; `limit` 0 only counts. `lookups`: those of the
   * same request, from `newLookups`.
   */
  search(query: IndexQuery, lookups: Lookups = this.newLookups()): IndexAnswer {
    return query.text === null ? this.#list(query) : this.#searchText(query.text, query, lookups);
  }

  newLookups(): Lookups {
    return new Lookups(this.#all());
  }

  /**
   * Yields the keys of all documents that `search` would count, up to 65,536 at a time, in no particular order. Ignores
   * `offset`, `limit` and `order`.
   */
  *keys(query: IndexQuery): Generator<BigUint64Array> {
    const documents =
      query.text === null
        ? this.#passing(query)
        : this.#whole(this.#tiers(matchText(query.text, query, this.newLookups()), query));
    for (const [at, segment] of this.#all().entries()) {
      yield* keysIn(segment, documents[at] ?? NO_NUMBERS);
    }
  }

  /**
   * Returns the probable row number for `text` in a hash table built with the index. May be wrong: the table stores no keys.
   * Rows added later are not in it.
   */
  numberOf(table: string, text: string): number | undefined {
    return this.#segments[0].tables.get(table)?.find(text);
  }

  /**
   * Returns true if expanding the last word as a prefix is cheap: few words have the prefix, or few names contain the other
   * words.
   */
  isDistinctive(text: string, lexicon: string): boolean {
    const { words } = parseQuery(text);
    const [before, last] = [words.slice(0, -1), words.at(-1) ?? ''];
    const lexicons = this.#all().flatMap(({ lexicons }) => lexicons.get(lexicon) ?? []);
    const begun = lexicons.map(
      ({ vocabulary }) => vocabulary?.words.beginningWith(last) ?? { from: 0, to: 0 },
    );
    if (sum(begun.map(({ from, to }) => to - from)) <= MAX_WORDS) return true;
    return sum(lexicons.map((one) => one.countMatches(before))) <= MAX_BEARERS;
  }

  /** Returns true if a name matches the text in one of the tiers. */
  hasMatch(text: string, tiers: readonly Tier[]): boolean {
    const parsed = parseQuery(text);
    return this.#all().some(({ lexicons }) => matchTiers(parsed, tiers, lexicons).flat().length > 0);
  }

  /**
   * Returns the number of names that contain all the words of the text in the form of the tier. Documents with the same name
   * count once.
   */
  countNames(text: string, tier: Tier): number {
    const sought = queryOfTier(tier, parseQuery(text));
    if (sought === null) return 0;
    const lexicons = this.#all().flatMap((one) =>
      tier.lexicons.flatMap((name) => one.lexicons.get(name) ?? []),
    );
    return sum(lexicons.map((one) => one.countMatches(sought.words)));
  }

  /** Returns the display text of a facet value. */
  shown(facet: string, value: string): string {
    for (const { filterable } of this.#all()) {
      const shown = filterable.facets.get(facet)?.shown(value);
      if (shown !== undefined) return shown;
    }
    return value;
  }

  /** Returns the documents and bytes of all segments, and the groups and lexicons of the main segment. */
  statistics(): IndexStatistics {
    const [main] = this.#segments;
    return {
      documents: this.documentCount,
      groups: main.filterable.groups?.count ?? 0,
      bytes: this.#all().reduce((sum, { byteLength }) => sum + byteLength, 0),
      lexicons: [...main.lexicons.values()].map(({ about, names, vocabulary, broad }) => ({
        name: about.name,
        names: names.count,
        words: vocabulary?.words.count ?? 0,
        broad: broad.count,
      })),
    };
  }

  #list(query: IndexQuery): IndexAnswer {
    const documents = this.#passing(query);
    const hits = this.#page(documents, query.offset, query.limit).map((placed) => this.#hit(placed, -1));
    return {
      total: sum(documents.map(sizeOf)),
      hits,
      counts: this.#count(query, documents, (other) => this.#passing(other)),
      corrected: null,
      removed: [],
      sought: NO_TEXT,
      tierOfGroup: () => undefined,
    };
  }

  /** Returns the documents that pass the filters, by segment. */
  #passing(query: IndexQuery): NumberSet[] {
    return this.#all().map((segment) => {
      const passing = segment.filterOf(query)?.all() ?? bitmapOfRanges([[0, segment.documentCount]]);
      return segment.hidden === null ? passing : less(passing, segment.hidden);
    });
  }

  #searchText(text: string, query: IndexQuery, lookups: Lookups): IndexAnswer {
    const reading = matchText(text, query, lookups);
    const { sought, corrected, removed, matches } = reading;
    const tiers = this.#tiers(reading, query);
    const hits = query.order === 'rank' ? this.#byRank(tiers, query) : this.#byTier(tiers, query);
    const wholeOf = (tiers: readonly (readonly TierDocuments[])[]) => this.#whole(tiers);
    const counts =
      query.counted === undefined
        ? NO_COUNTS
        : this.#count(query, wholeOf(tiers), (other) => wholeOf(this.#tiers(reading, other)));
    return {
      total: sum(tiers.flat().map(({ size }) => size)),
      hits,
      counts,
      corrected,
      removed,
      sought,
      tierOfGroup: this.#tierOfGroup(matches),
    };
  }

  /** Returns the documents that match the text, by segment and tier. */
  #tiers({ matches }: MatchedText, query: IndexQuery): TierDocuments[][] {
    return this.#all().map((segment, at) => {
      const filter = segment.filterOf(query);
      return tierDocuments(matches[at] ?? [], { filter, hidden: segment.hidden });
    });
  }

  /** Returns the documents of all tiers, by segment. */
  #whole(tiers: readonly (readonly TierDocuments[])[]): NumberSet[] {
    return tiers.map((own) => united(own.map((one) => one.documents())));
  }

  /** `documents`: those of the query, by segment. `without` returns those of another query with the same text. */
  #count(
    query: IndexQuery,
    documents: readonly NumberSet[],
    without: (other: IndexQuery) => readonly NumberSet[],
  ): FacetCounts {
    const counted = query.counted ?? [];
    const counts = new Map(counted.map(({ facet }) => [facet, new Map<string, number>()]));
    for (const { facets, among } of countings(query, counted, documents, without)) {
      for (const [at, segment] of this.#all().entries()) {
        for (const [facet, own] of segment.counter.count(among[at] ?? NO_NUMBERS, facets)) {
          const sums = counts.get(facet);
          for (const [value, count] of own) sums?.set(value, (sums.get(value) ?? 0) + count);
        }
      }
    }
    return counts;
  }

  #byTier(
    bySegment: readonly (readonly TierDocuments[])[],
    { tiers, offset, limit }: IndexQuery,
  ): IndexHit[] {
    const hits: IndexHit[] = [];
    let before = 0;
    for (let tier = 0; tier < tiers.length && hits.length < limit; tier++) {
      const found = bySegment.map((own) => own.find((one) => one.tier === tier));
      const size = sum(found.map((one) => one?.size ?? 0));
      const skipped = Math.max(0, offset - before);
      before += size;
      if (size <= skipped) continue;
      const documents = found.map((one) => one?.documents() ?? NO_NUMBERS);
      for (const placed of this.#page(documents, skipped, limit - hits.length)) {
        hits.push(this.#hit(placed, tier));
      }
    }
    return hits;
  }

  #byRank(tiers: readonly (readonly TierDocuments[])[], { offset, limit }: IndexQuery): IndexHit[] {
    const documents = this.#whole(tiers);
    return this.#page(documents, offset, limit).map((placed) => {
      const own = tiers[placed.segment]?.find((one) => hasNumber(one.documents(), placed.document));
      return this.#hit(placed, own?.tier ?? -1);
    });
  }

  /** Returns one page of the documents, which are given by segment. */
  #page(documents: readonly NumberSet[], offset: number, limit: number): SegmentDocument[] {
    const [main, delta] = documents;
    if (main === undefined) return [];
    if (delta !== undefined && this.#interleaving) {
      return this.#interleaving.page(main, delta, offset, limit);
    }
    const placed: SegmentDocument[] = [];
    for (const document of page(main, offset, limit)) placed.push({ segment: 0, document });
    return placed;
  }

  /** Groups of the main segment have their names in the delta, too. */
  #tierOfGroup(matches: MatchedText['matches']): IndexAnswer['tierOfGroup'] {
    const readers = new Map<Segment, (group: number) => number>();
    return (key) => {
      for (const [at, segment] of this.#all().entries()) {
        const group = segment.findGroup(key);
        if (group < 0) continue;
        const tierOf = readers.get(segment) ?? segment.tiersOfGroups(matches[at] ?? []);
        readers.set(segment, tierOf);
        const tier = tierOf(group);
        return tier < 0 ? undefined : tier;
      }
      return undefined;
    };
  }

  #hit(placed: SegmentDocument, tier: number): IndexHit {
    const document = this.#interleaving?.numberOf(placed) ?? placed.document;
    return { document, key: this.#segments[placed.segment]?.keys[placed.document] as bigint, tier };
  }

  #all(): readonly Segment[] {
    const [main, delta] = this.#segments;
    return delta === undefined ? [main] : [main, delta];
  }
}

/** Uniting the documents of this many words, or reading this many names, takes a few milliseconds. */
const MAX_WORDS = 1_000;
const MAX_BEARERS = 16_384;

const KEYS_AT_ONCE = 65_536;

function* keysIn({ keys }: Segment, documents: NumberSet): Generator<BigUint64Array> {
  for (let offset = 0; ; offset += KEYS_AT_ONCE) {
    const among = page(documents, offset, KEYS_AT_ONCE);
    if (among.length === 0) return;
    const found = new BigUint64Array(among.length);
    for (let at = 0; at < among.length; at++) found[at] = keys[among[at] as number] as bigint;
    yield found;
  }
}

const NO_COUNTS: FacetCounts = new Map();

const NO_TEXT = { text: '', isLastPartial: false };

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, one) => total + one, 0);
}

/** Facets that are counted over the same documents, which are given by segment. */
interface Counting {
  readonly facets: readonly CountedFacet[];
  readonly among: readonly NumberSet[];
}

/**
 * Facets without a filter are counted over the documents of the query; each other facet over those of the query without its
 * filter.
 */
function* countings(
  query: IndexQuery,
  counted: readonly CountedFacet[],
  documents: readonly NumberSet[],
  without: (other: IndexQuery) => readonly NumberSet[],
): Generator<Counting> {
  const { filters, ranges } = query;
  const isFiltered = ({ facet }: CountedFacet) =>
    filters.some((filter) => filter.facet === facet) || ranges.some((range) => range.facet === facet);
  const free = counted.filter((one) => !isFiltered(one));
  if (free.length > 0) yield { facets: free, among: documents };
  for (const one of counted.filter(isFiltered)) {
    const other: IndexQuery = {
      ...query,
      filters: filters.filter(({ facet }) => facet !== one.facet),
      ranges: ranges.filter(({ facet }) => facet !== one.facet),
    };
    yield { facets: [one], among: without(other) };
  }
}
