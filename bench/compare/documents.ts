import type { FacetInput, IndexInput } from '../../src/search/format/types.js';
import { textsOf } from './texts-of.js';
import { beginningToken, describedToken, facetToken, wholeToken } from './tokens.js';

/** A document as the other engines are given it. */
export interface CompareDocument {
  /** In rank order, from 0. */
  readonly number: number;
  /** The value that a range is asked of. */
  readonly day: number;
  /** Each once. */
  readonly tokens: readonly string[];
  /**
   * Each text by itself where there are several, so that words scattered over them are no hit; null where there is
   * one name and one description. A description has a blank in front: it is not met by its beginning.
   */
  readonly texts: readonly string[] | null;
}

/** Which lexicons and which column of a search the other engines are given. */
export interface CompareFields {
  /** Met by word, by beginning and whole. */
  readonly names: readonly string[];
  /** Met whole. */
  readonly whole: readonly string[];
  /** Met by word. */
  readonly described: readonly string[];
  readonly column: string;
}

const CHUNK = 65_536;

/** All documents of an index input in rank order. */
export function* compareDocuments(input: IndexInput, fields: CompareFields): Generator<CompareDocument> {
  const namesOf = textsOf(input, fields.names);
  const wholesOf = textsOf(input, fields.whole);
  const descriptionsOf = textsOf(input, fields.described);
  const days = input.columns.find(({ name }) => name === fields.column)?.values;
  const count = input.documentKeys.length;
  for (let start = 0; start < count; start += CHUNK) {
    const facets = facetTokens(input.facets, start, Math.min(count, start + CHUNK));
    for (const [at, tokensOfFacets] of facets.entries()) {
      const number = start + at;
      const [names, descriptions] = [namesOf(number), descriptionsOf(number)];
      const tokens = [
        ...tokensOfFacets,
        ...names.flatMap((name) => [...name.split(' '), beginningToken(name)]),
        ...wholesOf(number).flatMap((text) => (names.includes(text) ? [] : [wholeToken(text)])),
        ...descriptions.flatMap((text) => text.split(' ').map(describedToken)),
      ];
      const isPlain = names.length <= 1 && descriptions.length <= 1;
      const texts = isPlain ? null : [...names, ...descriptions.map((text) => ` ${text}`)];
      yield { number, day: days?.[number] ?? 0, tokens: [...new Set(tokens)], texts };
    }
  }
}

/** The facet tokens of the documents from `start` to before `end`. */
function facetTokens(facets: readonly FacetInput[], start: number, end: number): string[][] {
  const tokens = Array.from({ length: end - start }, (): string[] => []);
  for (const facet of facets) {
    for (const [value, documents] of facet.values) {
      if (value === '') continue;
      const before = documents.countBelow(start);
      const token = facetToken(facet.name, value);
      for (const document of documents.slice(before, documents.countBelow(end) - before))
        tokens[document - start]?.push(token);
    }
  }
  return tokens;
}
