import type { Column } from '../fields/columns/column.js';
import { RunColumn } from '../fields/columns/run-column.js';
import { SliceColumn } from '../fields/columns/slice-column.js';
import { DocumentCollector } from '../fields/document-collector.js';
import { Facet, type Filterable, filtersOf } from '../fields/facet.js';
import { FacetCounter } from '../fields/facet-counter.js';
import { Lexicon, type LexiconMatch } from '../fields/lexicon.js';
import { type ParsedQuery, parseQuery, queryOfTier } from '../fields/parsed-query.js';
import type { Container, Opening } from '../format/container.js';
import type { ColumnAbout } from '../format/layout.js';
import type { IndexQuery, Tier } from '../format/types.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon } from '../sets/bitmap/intersection.js';
import { allOf, type DocumentFilter, FEW, isList, membership, sizeOf, united } from '../sets/number-set.js';
import { Groups } from '../texts/groups.js';
import { TextTable } from '../texts/text-table.js';

/** The changes of another segment to this one. */
export interface Overlay {
  /** Documents that the other segment replaces, or that were deleted. */
  readonly hidden: Bitmap | null;
  /** Lexicon -> names that do not count: only hidden documents have them, or the other segment counts them. */
  readonly uncounted: ReadonlyMap<string, Bitmap>;
}

/** The names and documents of one file. */
export class Segment {
  readonly documentCount: number;
  readonly byteLength: number;
  readonly checksum: number;
  readonly keys: BigUint64Array;
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly filterable: Filterable;
  readonly counter: FacetCounter;
  readonly tables: ReadonlyMap<string, TextTable>;
  readonly hidden: Bitmap | null;
  readonly #uncounted: Overlay['uncounted'];

  constructor(
    container: Container,
    { hidden, uncounted, few }: Partial<Overlay> & Pick<Opening, 'few'> = {},
  ) {
    const { about } = container;
    const groups = about.hasGroups ? new Groups(container) : null;
    this.documentCount = about.documentCount;
    this.byteLength = container.byteLength;
    this.checksum = container.checksum;
    this.keys = container.bigUint64('document-keys');
    this.hidden = hidden ?? null;
    this.#uncounted = uncounted ?? new Map();
    this.lexicons = openLexicons(container, groups, this.#uncounted, few);
    this.tables = new Map(about.tables?.map((name, at) => [name, new TextTable(container, `table/${at}`)]));
    this.filterable = {
      groups,
      facets: new Map(
        about.facets.map((name, at) => [name, new Facet(container, `facet/${at}`, about.documentCount)]),
      ),
      columns: new Map(
        about.columns.map((one, at) => [one.name, openColumn(container, `column/${at}`, one)]),
      ),
    };
    const lexiconNames = about.lexicons.map(({ name }) => name);
    this.counter = new FacetCounter(container, this.filterable, (place) =>
      'facet' in place
        ? this.filterable.facets.get(about.facets[place.facet] ?? '')?.documentsAt(place.value)
        : this.lexicons.get(lexiconNames[place.lexicon] ?? '')?.broad.at(place.of, place.number),
    );
  }

  /** Returns the query's filters, parsed once for any number of sets; null if there are none. */
  filterOf(query: IndexQuery): DocumentFilter | null {
    const also = (query.also ?? []).map(({ text, tiers }) => {
      const matches = matchTiers(parseQuery(text), tiers, this.lexicons).flat();
      const sets = matches.map((one) => one.lexicon.documentsOf(one.matches));
      return membership(united(sets));
    });
    const [first, ...rest] = [...also, ...filtersOf(query, this.filterable)];
    return first === undefined ? null : allOf([first, ...rest]);
  }

  /** Returns true if a matching name belongs to a document that is not hidden. */
  isLive({ lexicon, matches }: LexiconMatch): boolean {
    if (this.hidden === null || lexicon.about.owners === 'groups') return true;
    const { hidden } = this;
    if ('documents' in matches && matches.documents.some((own) => !isWithin(own, hidden))) return true;
    const names = 'documents' in matches ? matches.rest : matches.names;
    const gone = this.#uncounted.get(lexicon.about.name);
    if (gone === undefined) return 'from' in names || sizeOf(names) > 0;
    if ('from' in names)
      return gone.countBelow(names.to) - gone.countBelow(names.from) < names.to - names.from;
    return isList(names) ? names.some((name) => !gone.has(name)) : !isWithin(names, gone);
  }

  /**
   * Returns a function that finds the first tier in which a group's own names match, or -1. `matches`: the matches in this
   * segment, by tier.
   */
  tiersOfGroups(matches: readonly (readonly LexiconMatch[])[]): (group: number) => number {
    const ways = matches.flatMap((tier, number) =>
      tier.flatMap((one) => {
        const isMatch = one.lexicon.ofGroups?.groupMatcher(one);
        return isMatch ? { number, isMatch } : [];
      }),
    );
    return (group) => ways.find(({ isMatch }) => isMatch(group))?.number ?? -1;
  }

  /** Returns the group's number, or -1. */
  findGroup(key: number): number {
    return this.filterable.groups?.find(key) ?? -1;
  }
}

/** Returns true if `one` is a subset of `other`. */
function isWithin(one: Bitmap, other: Bitmap): boolean {
  return countCommon(one, other) === one.size;
}

function openLexicons(
  container: Container,
  groups: Groups | null,
  uncounted: Overlay['uncounted'],
  few = FEW,
): Map<string, Lexicon> {
  const { documentCount, lexicons } = container.about;
  const collectors = {
    documents: new DocumentCollector(null, documentCount, few),
    groups: new DocumentCollector(groups?.documents ?? null, documentCount, few),
  };
  return new Map(
    lexicons.map((one, at) => [
      one.name,
      new Lexicon(container, `lexicon/${at}`, one, collectors[one.owners], uncounted.get(one.name) ?? null),
    ]),
  );
}

function openColumn(container: Container, section: string, about: ColumnAbout): Column {
  if (about.kind === 'runs') return new RunColumn(container, section);
  return new SliceColumn(container, section, about.lowest, about.highest);
}

type Lexicons = ReadonlyMap<string, Lexicon>;

/** Returns the names that match the text as written, by tier. */
export function matchTiers(
  parsed: ParsedQuery,
  tiers: readonly Tier[],
  lexicons: Lexicons,
): LexiconMatch[][] {
  return tiers.map((tier) => matchTier(queryOfTier(tier, parsed), tier, lexicons));
}

/** `parsed`: the query in the form of the tier, from `queryOfTier`. */
export function matchTier(parsed: ParsedQuery | null, tier: Tier, lexicons: Lexicons): LexiconMatch[] {
  const matching: LexiconMatch[] = [];
  if (parsed === null) return matching;
  for (const name of tier.lexicons) {
    const lexicon = lexicons.get(name);
    const matches = lexicon?.match(parsed, tier.how);
    if (lexicon && matches) matching.push({ lexicon, matches, parsed, how: tier.how });
  }
  return matching;
}
