import { type Asked, ask } from './asked.js';
import { openColumn } from './column.js';
import { Container } from './container.js';
import { Facet } from './facet.js';
import { type Filterable, passing } from './filter.js';
import { Fold } from './fold.js';
import { Groups } from './groups.js';
import { Lexicon } from './lexicon.js';
import { page } from './page.js';
import { lexiconsOf, meetTiers, readText } from './read-text.js';
import { RoaringBitmap32 } from './roaring.js';
import { Temporaries } from './temporaries.js';
import { pageOfTiers, tierDocuments } from './tier-documents.js';
import type { IndexAnswer, IndexHit, IndexQuery, Tier } from './types.js';

export interface IndexStatistics {
  readonly documents: number;
  readonly groups: number;
  readonly bytes: number;
  readonly lexicons: readonly {
    readonly name: string;
    readonly names: number;
    readonly words: number;
    /** Prefixes and sets of words whose documents are kept ready. */
    readonly broad: number;
  }[];
}

/**
 * Opens what `buildIndex` wrote. Verifies all of it (0.2 s a gigabyte); nothing is unpacked. The bytes must not
 * change afterwards. Bytes from `allocateIndexBytes` (or its `.buffer`) are used where they are, others may be copied.
 * Throws `IndexFormatError` where they are damaged, truncated or of another version.
 */
export function openIndex(bytes: Uint8Array | SharedArrayBuffer): SearchIndex {
  return new SearchIndex(new Container(bytes));
}

/**
 * Answers queries, one at a time. What the index does not hold (a lexicon, facet, column, value or group) matches
 * nothing.
 */
export class SearchIndex {
  readonly documentCount: number;
  readonly #byteLength: number;
  readonly #keys: BigUint64Array;
  readonly #lexicons: ReadonlyMap<string, Lexicon>;
  readonly #filterable: Filterable;

  constructor(container: Container) {
    const { about } = container;
    const groups = about.hasGroups ? new Groups(container) : null;
    this.documentCount = about.documentCount;
    this.#byteLength = container.byteLength;
    this.#keys = container.bigUint64('document-keys');
    this.#lexicons = openLexicons(container, groups);
    this.#filterable = {
      groups,
      facets: new Map(about.facets.map((name, at) => [name, new Facet(container, `facet/${at}`)])),
      columns: new Map(
        about.columns.map((one, at) => [one.name, openColumn(container, `column/${at}`, one)]),
      ),
    };
  }

  /** Synchronous. `offset` and `limit` are whole numbers from 0 on; `limit` 0 only counts. */
  search(query: IndexQuery): IndexAnswer {
    const temporaries = new Temporaries();
    try {
      return query.text === null
        ? this.#list(query, temporaries)
        : this.#searchText(query.text, query, temporaries);
    } finally {
      temporaries.dispose();
    }
  }

  statistics(): IndexStatistics {
    return {
      documents: this.documentCount,
      groups: this.#filterable.groups?.count ?? 0,
      bytes: this.#byteLength,
      lexicons: [...this.#lexicons.values()].map(({ about, names, vocabulary, broad }) => ({
        name: about.name,
        names: names.count,
        words: vocabulary?.words.count ?? 0,
        broad: broad.count,
      })),
    };
  }

  #list(query: IndexQuery, temporaries: Temporaries): IndexAnswer {
    const documents =
      this.#passing(query, temporaries) ?? temporaries.keep(RoaringBitmap32.fromRange(0, this.documentCount));
    const hits = Array.from(page(documents, query.offset, query.limit), (document) =>
      this.#hit(document, -1),
    );
    return { total: documents.size, hits, corrected: null, tierOfGroup: () => undefined };
  }

  #searchText(text: string, query: IndexQuery, temporaries: Temporaries): IndexAnswer {
    const { asked, corrected, met } = readText(text, query.tiers, this.#lexicons, temporaries);
    const tiers = tierDocuments(met, this.#passing(query, temporaries), temporaries);
    return {
      total: tiers.reduce((sum, { documents }) => sum + documents.size, 0),
      hits: pageOfTiers(tiers, query, temporaries).map(({ document, tier }) => this.#hit(document, tier)),
      corrected,
      tierOfGroup: (key) => this.#tierOfGroup(key, asked, query.tiers),
    };
  }

  /** Documents that pass what narrows the query; null where nothing does. */
  #passing(query: IndexQuery, temporaries: Temporaries): RoaringBitmap32 | null {
    const sets = (query.also ?? []).map(({ text, tiers }) => {
      const met = meetTiers(ask(text), tiers, this.#lexicons, temporaries).flat();
      return temporaries.or(met.map((one) => one.lexicon.documentsOf(one.met, temporaries)));
    });
    const filtered = passing(query, this.#filterable, temporaries);
    const [first, ...rest] = filtered === null ? sets : [filtered, ...sets];
    return first === undefined ? null : rest.reduce((sofar, next) => temporaries.and(sofar, next), first);
  }

  #tierOfGroup(key: number, asked: Asked, tiers: readonly Tier[]): number | undefined {
    const group = this.#filterable.groups?.find(key) ?? -1;
    if (group < 0) return undefined;
    const tier = tiers.findIndex((one) =>
      lexiconsOf(one, this.#lexicons).some((lexicon) => lexicon.groupMeets(group, asked, one.how)),
    );
    return tier < 0 ? undefined : tier;
  }

  #hit(document: number, tier: number): IndexHit {
    return { document, key: this.#keys[document] as bigint, tier };
  }
}

function openLexicons(container: Container, groups: Groups | null): Map<string, Lexicon> {
  const { documentCount, lexicons } = container.about;
  const folds = {
    documents: new Fold(null, documentCount),
    groups: new Fold(groups?.documents ?? null, documentCount),
  };
  return new Map(
    lexicons.map((one, at) => [one.name, new Lexicon(container, `lexicon/${at}`, one, folds[one.owners])]),
  );
}
