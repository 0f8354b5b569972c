import type { FilingFacetName } from '../../contract/facet-counts.js';
import { wordsFor } from '../../domain/business-names/abbreviations.js';
import { withoutAsides } from '../../domain/business-names/asides.js';
import {
  AS_WRITTEN,
  BEGINS_JOINED,
  NUMBERS_TURNED,
  OTHER_FORM,
  SAME_NAME,
  turnedBy,
} from '../../domain/business-names/key-tiers.js';
import { lastAsTyped, wordsSought } from '../../domain/business-names/name-words.js';
import { NUMBER_TURNS } from '../../domain/business-names/numbers.js';
import { dayNumber } from '../../domain/time/dates.js';
import type { CountedFacet, IndexQuery, Sought, Span, Tier } from '../../search/types.js';
import type { FilingSearchRequest } from './request.js';

const words = wordsSought;
const same = (lexicon: string): Tier[] => [
  { how: 'exact', lexicons: [lexicon], form: AS_WRITTEN, whole: true },
  ...SAME_NAME.map((form): Tier => ({ how: 'prefix', lexicons: [lexicon], form, whole: true })),
];

/**
 * In this order: filings of the company with this name, ticker or former name (a ticker after a company that is better known by
 * the word); names that start with the text, the best-known company first; names with all its words; 8-K items, by number or the
 * SEC's title; words in form and description.
 */
export const FILING_TIERS: readonly Tier[] = [
  ...same('nameKey'),
  { how: 'exact', lexicons: ['foremost'], form: words },
  { how: 'exact', lexicons: ['ticker'], whole: true },
  { how: 'exact', lexicons: ['cik'], form: cikOf },
  ...same('formerKey'),
  ...NUMBERS_TURNED.map(
    (form): Tier => ({ how: 'prefix', lexicons: ['nameKey', 'formerKey'], form, whole: true }),
  ),
  { how: 'prefix', lexicons: ['nameKey', 'formerKey'], form: OTHER_FORM },
  { how: 'exact', lexicons: ['leader'], form: words },
  ...[words, lastAsTyped].flatMap((form): Tier[] => [
    { how: 'prefix', lexicons: ['name'], form },
    { how: 'prefix', lexicons: ['former'], form },
  ]),
  { how: 'prefix', lexicons: ['nameKey'], form: BEGINS_JOINED },
  { how: 'prefix', lexicons: ['formerKey'], form: BEGINS_JOINED },
  { how: 'words', lexicons: ['name'], form: words },
  { how: 'words', lexicons: ['former'], form: words },
  ...NUMBER_TURNS.map(
    (turn): Tier => ({ how: 'words', lexicons: ['name', 'former'], form: turnedBy(turn, words) }),
  ),
  { how: 'exact', lexicons: ['item'], form: words },
  { how: 'words', lexicons: ['itemTitle'], form: words },
  { how: 'words', lexicons: ['description'], form: words },
];

/** A filer's key in `q`: ten digits, or behind the letters `CIK`, so that a number in a name is none. */
function cikOf(text: string): Sought | null {
  const [, digits] = /^(?:cik ?0*|(?=\d{10}$)0*)([1-9]\d{0,9})$/.exec(text) ?? [];
  return digits === undefined ? null : { text: digits };
}

export function toIndexQuery(request: FilingSearchRequest): IndexQuery {
  return {
    text: request.text,
    guess: request.mayGuess ? 'careful' : 'none',
    asides: withoutAsides,
    wordsFor,
    tiers: FILING_TIERS,
    filters: Object.entries(request.filters).flatMap(([facet, values]) =>
      values.length > 0 ? { facet, values } : [],
    ),
    ranges: [
      ...(request.from === null && request.to === null ? [] : [filedRange(request)]),
      ...(request.year === null ? [] : [{ facet: 'year', ...spanOf(request.year) }]),
    ],
    ...(request.facets.length > 0 && { counted: request.facets.flatMap(countedFacets) }),
    group: request.cik ?? undefined,
    order: request.sort === 'date' ? 'rank' : 'tiers',
    offset: request.offset,
    limit: request.limit,
  };
}

const NEWEST = 9_999;

const YEARS = { column: 'filed', between: yearsBetween };
/** The years of the result itself, under its own years, too. */
export const OWN_YEARS = 'ownYears';

function countedFacets(facet: FilingFacetName): CountedFacet[] {
  if (facet === 'year') return [{ facet, spans: YEARS }];
  if (facet !== 'yearForm') return [{ facet }];
  return [
    { facet, spans: { ...YEARS, by: 'form' } },
    { facet: OWN_YEARS, spans: YEARS },
  ];
}

/** Day numbers; a day that nobody can mean adds no years. */
function yearsBetween(least: number, most: number): Span[] {
  const first = yearOf(least);
  return Array.from({ length: Math.max(0, Math.min(yearOf(most), NEWEST) - first + 1) }, (_, at) => {
    const { from, to } = spanOf(first + at);
    return { value: String(first + at), from, to };
  });
}

function yearOf(day: number): number {
  return new Date(day * 86_400_000).getUTCFullYear();
}

function spanOf(year: number) {
  return { column: 'filed', from: dayNumber(`${year}-01-01`), to: dayNumber(`${year}-12-31`) };
}

function filedRange({ from, to }: FilingSearchRequest) {
  return {
    column: 'filed',
    from: from === null ? null : dayNumber(from),
    to: to === null ? null : dayNumber(to),
  };
}
