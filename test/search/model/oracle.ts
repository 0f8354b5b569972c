import { type ParsedQuery, parseQuery } from '../../../src/search/fields/parsed-query.js';
import {
  type CountedFacet,
  type FacetCounts,
  type IndexHit,
  type IndexInput,
  type IndexQuery,
  type LexiconInput,
  NONE,
  pairOf,
  type RangeFilter,
  type Tier,
} from '../../../src/search/format/types.js';
import { corrections } from '../../../src/search/query/correction/correct.js';
import { isPlausible } from '../../../src/search/query/correction/plausible.js';
import { shortened } from '../../../src/search/query/correction/shorten.js';
import type { Known } from '../../../src/search/query/correction/words-known.js';

/** The rules of the index, name by name and document by document, with nothing precomputed. */
export interface OracleAnswer {
  readonly total: number;
  readonly hits: readonly IndexHit[];
  readonly corrected: string | null;
  readonly removed: readonly string[];
  readonly sought: { readonly text: string; readonly isLastPartial: boolean };
  readonly tierOfGroup: (key: number) => number | undefined;
  readonly counts: FacetCounts;
}

type Text = Pick<ParsedQuery, 'words' | 'isLastPartial'>;

export function askOracle(input: IndexInput, query: IndexQuery): OracleAnswer {
  const documents = [...input.documentKeys.keys()].filter((document) => passes(input, query, document));
  if (query.text === null) {
    const standing = documents.map((document) => ({ document, tier: -1 }));
    return {
      ...list(input, query, standing),
      counts: countsOf(input, query, () => true),
      corrected: null,
      removed: [],
      sought: { text: '', isLastPartial: false },
      tierOfGroup: () => undefined,
    };
  }
  const { text, corrected, removed } = readText(input, query, query.text);
  const matches = (document: number) => query.tiers.some((one) => documentMeets(input, one, document, text));
  const standing: { document: number; tier: number }[] = [];
  for (const document of documents) {
    const tier = query.tiers.findIndex((one) => documentMeets(input, one, document, text));
    if (tier >= 0) standing.push({ document, tier });
  }
  if (query.order === 'tiers')
    standing.sort((one, other) => one.tier - other.tier || one.document - other.document);
  return {
    ...list(input, query, standing),
    counts: countsOf(input, query, matches),
    corrected,
    removed,
    sought: { text: text.words.join(' '), isLastPartial: text.isLastPartial },
    tierOfGroup: (key) => {
      const group = input.groups?.keys.indexOf(key) ?? -1;
      const tier = query.tiers.findIndex((one) => groupMeets(input, one, group, text));
      return group < 0 || tier < 0 ? undefined : tier;
    },
  };
}

/** Value by value, document by document. */
function countsOf(
  input: IndexInput,
  query: IndexQuery,
  matches: (document: number) => boolean,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const isOther = (facet: string) => (one: { readonly facet?: string }) => one.facet !== facet;
  return new Map(
    (query.counted ?? []).map((counted) => {
      const { filters, ranges } = query;
      const other = isOther(counted.facet);
      const without = { ...query, filters: filters.filter(other), ranges: ranges.filter(other) };
      const counts = new Map<string, number>();
      for (const document of input.documentKeys.keys()) {
        if (!passes(input, without, document) || !matches(document)) continue;
        for (const value of valuesOf(input, counted, document)) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
      }
      return [counted.facet, counts];
    }),
  );
}

function valuesOf(input: IndexInput, { facet, or = [], spans }: CountedFacet, document: number): Set<string> {
  const numberIn = (column: string) =>
    input.columns.find(({ name }) => name === column)?.values[document] ?? NONE;
  if (spans !== undefined) {
    const number = numberIn(spans.column);
    if (number === NONE) return new Set();
    const values = input.columns.find(({ name }) => name === spans.column)?.values ?? new Int32Array();
    const known = [...values].filter((value) => value !== NONE);
    const all = spans.between(Math.min(...known), Math.max(...known));
    const own = all.flatMap(({ value, from, to }) => (number >= from && number <= to ? value : []));
    if (spans.by === undefined) return new Set(own);
    const held = valuesOf(input, { facet: spans.by }, document);
    return new Set(own.flatMap((span) => [...held].map((value) => pairOf(span, value))));
  }
  const borne = input.facets
    .filter(({ name }) => name === facet)
    .flatMap(({ values }) =>
      [...values].flatMap(([value, documents]) => (documents.has(document) ? value : [])),
    )
    .filter((value) => value !== '');
  const ranged = or.flatMap(({ value, range: { column, from, to } }) => {
    const number = numberIn(column);
    return number !== NONE && number >= (from ?? number) && number <= (to ?? number) ? value : [];
  });
  return new Set([...borne, ...ranged]);
}

function list(input: IndexInput, query: IndexQuery, standing: { document: number; tier: number }[]) {
  const hits = standing
    .slice(query.offset, query.offset + query.limit)
    .map((one) => ({ ...one, key: input.documentKeys[one.document] ?? 0n }));
  return { total: standing.length, hits };
}

function passes(input: IndexInput, query: IndexQuery, document: number): boolean {
  const inGroup =
    query.group === undefined ||
    documentsOfGroup(input, input.groups?.keys.indexOf(query.group) ?? -1).includes(document);
  const inRange = ({ column, from, to }: RangeFilter) => {
    const value = input.columns.find(({ name }) => name === column)?.values[document] ?? NONE;
    return value !== NONE && (from === null || value >= from) && (to === null || value <= to);
  };
  const inFacets = query.filters.every(
    ({ facet, values, or }) =>
      (or !== undefined && inRange(or)) ||
      values.some((value) =>
        input.facets.some((one) => one.name === facet && one.values.get(value)?.has(document) === true),
      ),
  );
  const inRanges = query.ranges.every(inRange);
  const meetsAlso = (query.also ?? []).every(({ text, tiers }) => {
    const request = { words: text.split(' ').filter((word) => word !== ''), isLastPartial: false };
    return tiers.some((tier) => documentMeets(input, tier, document, request));
  });
  return inGroup && inFacets && inRanges && meetsAlso;
}

function documentsOfGroup(input: IndexInput, group: number): number[] {
  if (input.groups === undefined || group < 0) return [];
  const { offsets, documents } = input.groups;
  return [...documents.subarray(offsets[group], offsets[group + 1])];
}

function lexiconsOf(input: IndexInput, tier: Tier): LexiconInput[] {
  return input.lexicons.filter(({ name }) => tier.lexicons.includes(name));
}

function documentMeets(input: IndexInput, tier: Tier, document: number, text: Text): boolean {
  return lexiconsOf(input, tier).some((lexicon) =>
    [...lexicon.entries()].some(([name, owner]) => {
      if (!nameMeets(name, lexicon.by, tier, text)) return false;
      return lexicon.owners === 'documents'
        ? owner === document
        : documentsOfGroup(input, owner).includes(document);
    }),
  );
}

function groupMeets(input: IndexInput, tier: Tier, group: number, text: Text): boolean {
  return lexiconsOf(input, tier).some(
    (lexicon) =>
      lexicon.owners === 'groups' &&
      [...lexicon.entries()].some(
        ([name, owner]) => owner === group && nameMeets(name, lexicon.by, tier, text),
      ),
  );
}

function nameMeets(
  name: string,
  by: LexiconInput['by'],
  tier: Tier,
  { words: given, isLastPartial }: Text,
): boolean {
  const whole = given.join(' ');
  if (whole === '') return false;
  const sought = tier.form === undefined ? { text: whole } : tier.form(whole);
  if (sought === null || sought.text === '' || sought.accepts?.(name) === false) return false;
  const { text } = sought;
  if (by === 'whole' || tier.how === 'exact' || (by === 'keys' && tier.how === 'words')) return name === text;
  if (tier.how === 'prefix') return name.startsWith(text);
  const words = text.split(' ');
  const borne = name.split(' ');
  const complete = isLastPartial ? words.slice(0, -1) : words;
  const last = words.at(-1) ?? '';
  return (
    complete.every((word) => borne.includes(word)) &&
    (!isLastPartial || borne.some((word) => word.startsWith(last)))
  );
}

interface Read {
  readonly text: Text;
  readonly corrected: string | null;
  readonly removed: readonly string[];
}

/** What decides between corrections is the index's own; what it is told of names and words is read name by name. */
function readText(input: IndexInput, query: IndexQuery, given: string): Read {
  const request = { ...parseQuery(given), isLastPartial: query.isTyped ?? false };
  const plain = { text: request, corrected: null, removed: [] };
  const asks = query.tiers.some(({ how }) => how === 'words');
  const firstTier = (text: Text) => firstMet(input, query, text);
  if (firstTier(request) !== undefined || !asks || query.guess === 'none' || query.isTyped) return plain;
  const known = knownOf(input, query);
  const isCareful = query.guess === 'careful';
  const firstMeant = (meant: ParsedQuery) => {
    const number = firstTier(meant);
    const tier = number === undefined ? undefined : query.tiers[number];
    return isCareful && tier && !isPlausible(request, meant, tier, known) ? undefined : number;
  };
  const better = corrections(request, known, firstMeant);
  if (better !== null) {
    return { text: better, corrected: better.text === request.text ? null : better.text, removed: [] };
  }
  const shorter = shortened(request, known, query.tiers, firstTier, isCareful);
  return shorter === null ? plain : { text: shorter.left, corrected: null, removed: shorter.removed };
}

function firstMet(input: IndexInput, query: IndexQuery, text: Text): number | undefined {
  const tier = query.tiers.findIndex((one) =>
    lexiconsOf(input, one).some((lexicon) =>
      namesOf(lexicon).some((name) => nameMeets(name, lexicon.by, one, text)),
    ),
  );
  return tier < 0 ? undefined : tier;
}

function namesOf(lexicon: LexiconInput): string[] {
  return [...new Set([...lexicon.entries()].map(([text]) => text))].filter((text) => text !== '');
}

function knownOf(input: IndexInput, query: IndexQuery): Known {
  const { tiers, prominent } = query;
  const wordTiers = tiers.filter(({ how }) => how === 'words');
  const wholeTiers = tiers.filter(({ whole }) => whole === true);
  const lexicons = (of: readonly Tier[], is: (lexicon: LexiconInput) => boolean) =>
    input.lexicons.filter((one) => is(one) && of.some((tier) => tier.lexicons.includes(one.name)));
  const names = lexicons(wordTiers, ({ by }) => by === 'words').flatMap(namesOf);
  const keyed = lexicons(wholeTiers, ({ by }) => by === 'keys');
  const keyTier = wholeTiers.find((tier) => keyed.some(({ name }) => tier.lexicons.includes(name)));
  const counts = new Map<string, number>();
  for (const name of names)
    for (const word of new Set(name.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
  counts.delete('');
  const spelt = (word: string) => {
    const form = wordTiers[0]?.form;
    return (form === undefined ? word : form(word)?.text) || word;
  };
  const bearersOf = (words: readonly string[]) =>
    names.filter((name) => words.every((word) => name.split(' ').includes(spelt(word))));
  const fieldOf = (text: string) => {
    if (keyTier === undefined || text === '') return null;
    const key = keyTier.form === undefined ? text : keyTier.form(text)?.text;
    return key ? (key.split(' ')[0] ?? null) : null;
  };
  return {
    spelt,
    has: (word) => counts.has(spelt(word)),
    meantBy: () => [],
    writings: (word) => [word],
    isProminent: (text) =>
      prominent !== undefined && firstMet(input, { ...query, tiers: [prominent] }, parseQuery(text)) === 0,
    prominentNear: (text) => {
      const field = fieldOf(text);
      if (field === null || prominent === undefined) return new Set();
      const fields = lexiconsOf(input, prominent)
        .flatMap(namesOf)
        .map((key) => key.split(' ')[0] ?? '');
      return new Set(fields.filter((one) => one !== field && distance([...one], [...field]) <= 2));
    },
    begins: (start) => [...counts.keys()].some((word) => word.startsWith(start)),
    beginningWith: (start, max) => {
      const words = [...counts.keys()].filter((word) => word.startsWith(start));
      return words.length > max ? null : new Set(words);
    },
    near: (word, max) =>
      new Map(
        [...counts].filter(([other]) => {
          const apart = distance([...other], [...word]);
          return max === 1 ? apart === 1 : apart > 0 && apart <= 2 && beginsAlike(other, word);
        }),
      ),
    countMatches: (words) => bearersOf(words).length,
    bearers: (words, max) => (bearersOf(words).length > max ? null : bearersOf(words)),
    fieldOf,
    wholeNear: (text) => {
      const field = fieldOf(text);
      if (field === null) return null;
      const fields = keyed.flatMap(namesOf).map((key) => key.split(' ')[0] ?? '');
      return { field, near: new Set(fields.filter((one) => distance([...one], [...field]) === 1)) };
    },
  };
}

/** Whether each of the first three beginnings of a word is at most one edit from some beginning of the other. */
export function beginsAlike(word: string, other: string): boolean {
  const [own, others] = [[...word], [...other]];
  return [1, 2, 3].every(
    (length) =>
      own.length < length ||
      Array.from({ length: others.length + 1 }, (_, to) =>
        distance(own.slice(0, length), others.slice(0, to)),
      ).some((apart) => apart <= 1),
  );
}

/** Damerau-Levenshtein (optimal string alignment), by the textbook table. */
export function distance(one: readonly string[], other: readonly string[]): number {
  const rows = one.length + 1;
  const table = Array.from({ length: rows }, () => new Array<number>(other.length + 1).fill(0));
  const cell = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const min = Math.min(
        row === 0 ? column : cell(row - 1, column) + 1,
        column === 0 ? row : cell(row, column - 1) + 1,
        row > 0 && column > 0 ? cell(row - 1, column - 1) + cost : Number.POSITIVE_INFINITY,
        isSwap ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      const line = table[row];
      if (line !== undefined) line[column] = min;
    }
  }
  return cell(rows - 1, other.length);
}
