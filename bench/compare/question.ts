import type { IndexQuery } from '../../src/search/format/types.js';
import { beginningToken, describedToken, facetToken, wholeToken } from './tokens.js';

/**
 * A query of Dossier's in the terms of the other engines: a document meets it by all words in one name, by the
 * beginning of a name, by a whole text or by all words in one description. They are asked for the same documents
 * in rank order alone, which spares them the order by how a name was met.
 */
export interface Question {
  readonly words: readonly string[];
  /** A token that begins so. */
  readonly beginning: string;
  readonly whole: string;
  readonly described: readonly string[];
  /** All must hold; within one any of its tokens. */
  readonly facets: readonly (readonly string[])[];
  readonly days: { readonly from: number; readonly to: number } | null;
  readonly text: string;
  readonly offset: number;
  readonly limit: number;
}

const FIRST_DAY = -2_147_483_647;
const LAST_DAY = 2_147_483_647;

/** Throws where the query holds what the other engines are not asked: a group, or no text. */
export function questionOf(query: IndexQuery): Question {
  const { text, filters, ranges, offset, limit } = query;
  if (text === null || query.group !== undefined) throw new Error('Only queries with a text are compared.');
  const words = text.split(' ');
  const [range] = ranges;
  return {
    words,
    beginning: beginningToken(text),
    whole: wholeToken(text),
    described: words.map(describedToken),
    facets: filters.map(({ facet, values }) => values.map((value) => facetToken(facet, value))),
    days: range ? { from: range.from ?? FIRST_DAY, to: range.to ?? LAST_DAY } : null,
    text,
    offset,
    limit,
  };
}
