import {
  type IndexHit,
  type IndexInput,
  type IndexQuery,
  type LexiconInput,
  NONE,
  type RangeFilter,
  type Tier,
} from '../../src/search/types.js';

/** The rules of the index, name by name and document by document, with nothing precomputed. */
export interface OracleAnswer {
  readonly total: number;
  readonly hits: readonly IndexHit[];
  readonly corrected: string | null;
  readonly tierOfGroup: (key: number) => number | undefined;
}

interface Text {
  readonly words: readonly string[];
  readonly isLastPartial: boolean;
}

export function askOracle(input: IndexInput, query: IndexQuery): OracleAnswer {
  const documents = [...input.documentKeys.keys()].filter((document) => passes(input, query, document));
  if (query.text === null) {
    const standing = documents.map((document) => ({ document, tier: -1 }));
    return { ...list(input, query, standing), corrected: null, tierOfGroup: () => undefined };
  }
  const { text, corrected } = readText(input, query, query.text);
  const standing: { document: number; tier: number }[] = [];
  for (const document of documents) {
    const tier = query.tiers.findIndex((one) => documentMeets(input, one, document, text));
    if (tier >= 0) standing.push({ document, tier });
  }
  if (query.order === 'tiers')
    standing.sort((one, other) => one.tier - other.tier || one.document - other.document);
  return {
    ...list(input, query, standing),
    corrected,
    tierOfGroup: (key) => {
      const group = input.groups?.keys.indexOf(key) ?? -1;
      const tier = query.tiers.findIndex((one) => groupMeets(input, one, group, text));
      return group < 0 || tier < 0 ? undefined : tier;
    },
  };
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
    const asked = { words: text.split(' ').filter((word) => word !== ''), isLastPartial: false };
    return tiers.some((tier) => documentMeets(input, tier, document, asked));
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
      if (!nameMeets(name, lexicon.by, tier.how, text)) return false;
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
        ([name, owner]) => owner === group && nameMeets(name, lexicon.by, tier.how, text),
      ),
  );
}

function nameMeets(
  name: string,
  by: LexiconInput['by'],
  how: Tier['how'],
  { words, isLastPartial }: Text,
): boolean {
  const text = words.join(' ');
  if (text === '') return false;
  if (by === 'whole' || how === 'exact') return name === text;
  if (how === 'prefix') return name.startsWith(text);
  const borne = name.split(' ');
  const whole = isLastPartial ? words.slice(0, -1) : words;
  const last = words.at(-1) ?? '';
  return (
    whole.every((word) => borne.includes(word)) &&
    (!isLastPartial || borne.some((word) => word.startsWith(last)))
  );
}

function readText(
  input: IndexInput,
  query: IndexQuery,
  given: string,
): { text: Text; corrected: string | null } {
  const words = given.split(' ').filter((word) => word !== '');
  const plain = { text: { words, isLastPartial: false }, corrected: null };
  if (isMet(input, query, plain.text)) return plain;
  const better = correct(vocabulary(input, query), words);
  if (better === null || !isMet(input, query, better)) return plain;
  const corrected = better.words.join(' ');
  return { text: better, corrected: corrected === words.join(' ') ? null : corrected };
}

function isMet(input: IndexInput, query: IndexQuery, text: Text): boolean {
  return query.tiers.some((tier) =>
    lexiconsOf(input, tier).some((lexicon) =>
      [...lexicon.entries()].some(([name]) => nameMeets(name, lexicon.by, tier.how, text)),
    ),
  );
}

/** Word -> names that bear it, each distinct name of a lexicon once; lexicons of `words` tiers only. */
function vocabulary(input: IndexInput, query: IndexQuery): Map<string, number> {
  const counts = new Map<string, number>();
  for (const lexicon of input.lexicons) {
    const isAsked = query.tiers.some(
      ({ how, lexicons }) => how === 'words' && lexicons.includes(lexicon.name),
    );
    if (lexicon.by === 'whole' || !isAsked) continue;
    for (const name of new Set([...lexicon.entries()].map(([text]) => text))) {
      for (const word of new Set(name.split(' '))) {
        if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function correct(counts: Map<string, number>, words: readonly string[]): Text | null {
  const known = [...counts.keys()];
  const isTyped = (word: string, at: number) =>
    at === words.length - 1 && known.some((one) => one.startsWith(word));
  const misspelt = words.filter((word, at) => !counts.has(word) && !isTyped(word, at));
  if (new Set(misspelt).size > 8) return null;
  let isLastPartial = false;
  const better: string[] = [];
  for (const [at, word] of words.entries()) {
    if (counts.has(word)) {
      better.push(word);
      continue;
    }
    if (isTyped(word, at)) {
      isLastPartial = true;
      better.push(word);
      continue;
    }
    if ([...word].length <= 3 || /^\d+$/.test(word)) return null;
    const near = known.filter((one) => distance([...one], [...word]) === 1);
    near.sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1));
    const [best] = near;
    if (best === undefined) return null;
    better.push(best);
  }
  return { words: better, isLastPartial };
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
      const least = Math.min(
        row === 0 ? column : cell(row - 1, column) + 1,
        column === 0 ? row : cell(row, column - 1) + 1,
        row > 0 && column > 0 ? cell(row - 1, column - 1) + cost : Number.POSITIVE_INFINITY,
        isSwap ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      const line = table[row];
      if (line !== undefined) line[column] = least;
    }
  }
  return cell(rows - 1, other.length);
}
