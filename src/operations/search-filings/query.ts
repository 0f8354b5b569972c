import type { FilingFacetName } from '../../contract/facet-counts.js';
import type { FilingMatchField } from '../../contract/filing-search.js';
import type { MatchKind } from '../../contract/vocabulary.js';
import { withoutAsides } from '../../domain/business-names/asides.js';
import {
  AS_WRITTEN,
  BEGINS_JOINED,
  KNOWN_AS,
  KNOWN_AS_NATIONAL,
  KNOWN_AS_WORDS,
  LISTED_NAME,
  NUMBERS_TURNED,
  OTHER_FORM,
  SAME_NAME,
} from '../../domain/business-names/key-tiers.js';
import { NAME_BEGINNINGS, wordsJoined, wordsSought } from '../../domain/business-names/name-words.js';
import { SHORTER, wordsFor } from '../../domain/business-names/spellings.js';
import { cikDigits } from '../../domain/identifiers.js';
import { industryCodes } from '../../domain/sec/industry-words.js';
import { dayNumber } from '../../domain/time/dates.js';
import type { CountedFacet, Sought, Span, Tier } from '../../search/format/types.js';
import {
  type PlacedQuery,
  placedTexts,
  WORDS_TURNED,
  wholeNamesPlaced,
  withWholeWords,
} from '../support/readings.js';
import type { FilingSearchRequest } from './request.js';

/** A tier, the field that it matches, and the kind of the match. */
export interface FilingTier extends Tier {
  readonly field: FilingMatchField;
  readonly kind: MatchKind;
}

const words = wordsSought;
const NAME = { field: 'name', kind: 'exact' } as const;
const FORMER = { field: 'former_name', kind: 'former' } as const;
const BEGINS = { field: 'name', kind: 'prefix' } as const;

function same(lexicon: string, match: Pick<FilingTier, 'field' | 'kind'>): FilingTier[] {
  return [
    { ...match, how: 'exact', lexicons: [lexicon], form: AS_WRITTEN, whole: true },
    ...SAME_NAME.map(
      (form): FilingTier => ({ ...match, how: 'prefix', lexicons: [lexicon], form, whole: true }),
    ),
  ];
}

/** Filings of the company that has this name today, in any spelling of its legal form. */
export const SAME_NAME_TIERS: readonly FilingTier[] = same('nameKey', NAME);

/** Filings of listed companies of this name before those of others. */
const LISTED_TIERS = same('listedKey', NAME);

/** Filings of the well-known company whose name begins so, of the company with this name, ticker, CIK or former name (a ticker after a company that is better known by the word). */
const WHOLE_TIERS: readonly FilingTier[] = [
  ...[words, wordsJoined].map(
    (form): FilingTier => ({ ...BEGINS, how: 'exact', lexicons: ['wellKnown'], form }),
  ),
  ...LISTED_TIERS,
  ...SAME_NAME_TIERS,
  { ...BEGINS, how: 'exact', lexicons: ['foremost'], form: words },
  { field: 'ticker', kind: 'exact', how: 'exact', lexicons: ['ticker'] },
  { field: 'cik', kind: 'exact', how: 'exact', lexicons: ['cik'], form: cikOf },
  ...same('formerKey', FORMER),
  ...NUMBERS_TURNED.map(
    (form): FilingTier => ({ ...NAME, how: 'prefix', lexicons: ['nameKey', 'formerKey'], form, whole: true }),
  ),
  { ...NAME, kind: 'other_form', how: 'prefix', lexicons: ['nameKey', 'formerKey'], form: OTHER_FORM },
  { ...NAME, kind: 'known_as', how: 'prefix', lexicons: ['nameKey'], form: KNOWN_AS },
  { ...NAME, kind: 'known_as', how: 'prefix', lexicons: ['name'], form: KNOWN_AS_NATIONAL },
  { ...BEGINS, how: 'exact', lexicons: ['leader'], form: words },
];

/** Then names that start with the text, the best-known company first, and names with all its words. */
const COMPANY_TIERS: readonly FilingTier[] = [
  ...WHOLE_TIERS,
  { ...NAME, kind: 'words', how: 'words', lexicons: ['wellKnownName'], form: words },
  ...NAME_BEGINNINGS.flatMap((form): FilingTier[] => [
    { ...BEGINS, how: 'prefix', lexicons: ['name'], form },
    { ...FORMER, kind: 'prefix', how: 'prefix', lexicons: ['former'], form },
  ]),
  { ...BEGINS, how: 'prefix', lexicons: ['nameKey'], form: BEGINS_JOINED },
  { ...FORMER, kind: 'prefix', how: 'prefix', lexicons: ['formerKey'], form: BEGINS_JOINED },
  { ...NAME, kind: 'words', how: 'words', lexicons: ['name'], form: words },
  { ...FORMER, kind: 'words', how: 'words', lexicons: ['former'], form: words },
  { ...NAME, kind: 'words', how: 'words', lexicons: ['name'], form: KNOWN_AS_WORDS },
  ...WORDS_TURNED.map(
    (form): FilingTier => ({ ...NAME, kind: 'words', how: 'words', lexicons: ['name', 'former'], form }),
  ),
];

const BEGINNINGS = COMPANY_TIERS.filter(({ how }) => how !== 'words');

/** 8-K items, by number or the SEC's title; words in form and description. */
const TOPIC_TIERS: readonly FilingTier[] = [
  { field: 'item', kind: 'exact', how: 'exact', lexicons: ['item'], form: words },
  { field: 'item', kind: 'words', how: 'words', lexicons: ['itemTitle'], form: words },
  { field: 'description', kind: 'words', how: 'words', lexicons: ['description'], form: words },
];

export const FILING_TIERS: readonly FilingTier[] = [...COMPANY_TIERS, ...TOPIC_TIERS];

/** For a text that is written like a ticker. */
const TICKER_TIERS = {
  company: withWholeWords(COMPANY_TIERS),
  all: [...withWholeWords(COMPANY_TIERS), ...TOPIC_TIERS],
};

export const CIK_TIER = {
  ...{ field: 'cik', kind: 'exact', how: 'exact', lexicons: ['cik'] },
} as const satisfies FilingTier;

/** A filer's key alone. */
export const CIK_TIERS: readonly FilingTier[] = [CIK_TIER];

/** Of a filing that was found by its number. */
export const ACCESSION_TIERS: readonly FilingTier[] = [
  { field: 'accession', kind: 'exact', how: 'exact', lexicons: ['accession'] },
];

/** A filer's key in `q`: ten digits, or behind the letters `CIK`, so that a number in a name is none. */
function cikOf(text: string): Sought | null {
  const [, digits] = /^(?:cik ?0*|(?=\d{10}$)0*)([1-9]\d{0,9})$/.exec(text) ?? [];
  return digits === undefined ? null : { text: digits };
}

/** A query, and the tiers in which its text is looked up. */
export interface FilingQuery extends PlacedQuery {
  readonly tiers: readonly FilingTier[];
  /** The last words of the text, which name the industry of the company and are no part of its name. */
  readonly industry?: string;
}

/** The text of the request as a whole; `filingReadings` has the other ways to read `q`. */
export function toIndexQuery(request: FilingSearchRequest): FilingQuery {
  const { text, company, about } = request;
  const isTopic = text === null && company === null && about !== null;
  const named = request.isTicker ? TICKER_TIERS : { company: COMPANY_TIERS, all: FILING_TIERS };
  const tiers = text !== null ? named.all : isTopic ? TOPIC_TIERS : named.company;
  return {
    text: text ?? company ?? topicOf(about),
    guess: request.guess,
    asides: withoutAsides,
    wordsFor,
    abbreviations: SHORTER,
    prominent: LISTED_NAME,
    tiers: request.exact ? tiers.filter(({ kind }) => kind === 'exact' || kind === 'former') : tiers,
    filters: Object.entries(request.filters).flatMap(([facet, values]) =>
      values.length > 0 ? { facet, values } : [],
    ),
    ranges: [
      ...(request.from === null && request.to === null ? [] : [filedRange(request)]),
      ...(request.year === null ? [] : [{ facet: 'year', ...spanOf(request.year) }]),
    ],
    group: request.cik ?? undefined,
    order: request.sort === 'date' ? 'rank' : 'tiers',
    offset: request.offset,
    limit: request.limit,
    ...(about !== null && !isTopic && { also: [aboutTopic(about)] }),
    ...(request.facets.length > 0 && { counted: request.facets.flatMap(countedFacets) }),
  };
}

/**
 * The ways to read `q`, the first of which that matches filings, whatever the filters, is meant: as written; as a company and its place; as a company and
 * its industry (`caterpillar tractors`); as a company and a topic behind or in front of it (`tesla departure of directors`); corrected, or without what is no part of a name.
 * A number is a name, then a CIK, then a topic.
 */
export function* filingReadings(request: FilingSearchRequest): Generator<FilingQuery> {
  const query = toIndexQuery(request);
  if (request.written !== null && !request.exact) {
    yield { ...query, tiers: COMPANY_TIERS };
    const cik = cikDigits(request.written);
    if (cik !== undefined) yield { ...query, text: cik, tiers: CIK_TIERS };
  }
  if (request.text !== null && request.guess !== 'none' && !request.exact) {
    const placed = [...placedTexts(request.text)].map(({ name, place }) => {
      const also = [{ text: place.written, tiers: [place.tier] }];
      return { ...query, text: name, tiers: COMPANY_TIERS, also, place };
    });
    yield* wholeNamesPlaced(placed, WHOLE_TIERS, { text: request.text, tiers: BEGINNINGS });
    yield { ...query, guess: 'none' };
    for (const one of placed) yield { ...one, guess: 'none' };
    for (const { company, industry, codes } of companiesAndIndustries(request.text.split(' '))) {
      const also = [{ text: industry, tiers: codes.map(industryTier) }];
      yield { ...query, text: company, tiers: WHOLE_TIERS, also, guess: 'none', industry };
    }
    for (const { company, about } of companiesAndTopics(request.text.split(' '))) {
      yield { ...query, text: company, tiers: WHOLE_TIERS, also: [aboutTopic(about)], guess: 'none' };
    }
    yield query;
    yield* placed.toReversed();
  }
  yield query;
}

/** The last words name the industry: `tractors`, `home improvement`, `cruise lines`. */
function* companiesAndIndustries(words: readonly string[]) {
  for (let count = 1; count <= MAX_INDUSTRY_WORDS && count < words.length; count++) {
    const [company, industry] = [words.slice(0, -count).join(' '), words.slice(-count).join(' ')];
    const codes = industryCodes(industry);
    if (codes.length > 0) yield { company, industry, codes };
  }
}

const MAX_INDUSTRY_WORDS = 3;

function industryTier(code: string): Tier {
  return { how: 'prefix', lexicons: ['industry'], form: () => ({ text: code }) };
}

/** A text of more words is no company with a topic. */
const MAX_WORDS = 12;

/** The longest company first, which is the narrowest reading. */
function* companiesAndTopics(words: readonly string[]) {
  if (words.length > MAX_WORDS) return;
  for (let topic = 1; topic < words.length; topic++) {
    const company = words.length - topic;
    const [first, last] = [words.slice(0, company), words.slice(topic)];
    yield { company: first.join(' '), about: words.slice(company).join(' ') };
    yield { company: last.join(' '), about: words.slice(0, topic).join(' ') };
  }
}

function aboutTopic(about: string) {
  return { text: topicOf(about) ?? '', tiers: TOPIC_TIERS };
}

/** Forms that people call by another name, as their filings are indexed. */
const FORMS = new Map([
  ['annual report', '10 k'],
  ['annual reports', '10 k'],
  ['quarterly report', '10 q'],
  ['quarterly reports', '10 q'],
  ['current report', '8 k'],
  ['proxy statement', 'def 14a'],
  ['10k', '10 k'],
  ['10q', '10 q'],
  ['8k', '8 k'],
]);

function topicOf(about: string | null): string | null {
  return about === null ? null : (FORMS.get(about) ?? about.replace(/^(?:item|form) (?=.*\d)/, ''));
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
function yearsBetween(min: number, max: number): Span[] {
  const first = yearOf(min);
  return Array.from({ length: Math.max(0, Math.min(yearOf(max), NEWEST) - first + 1) }, (_, at) => {
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
