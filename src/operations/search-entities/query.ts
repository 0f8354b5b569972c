import type { EntityMatchField, EntitySearchField } from '../../contract/entity-search.js';
import type { EntityFacetName } from '../../contract/facet-counts.js';
import { ACTIVITIES, type MatchKind } from '../../contract/vocabulary.js';
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
import type { EntityFacet } from '../../domain/entity-facets.js';
import { keyOfNumber, numberKeyText } from '../../domain/identifiers.js';
import { zipCode } from '../../domain/places/zip-code.js';
import { dayNumber } from '../../domain/time/dates.js';
import type { CountedFacet, FacetFilter, Tier } from '../../search/format/types.js';
import {
  isTicker,
  type PlacedQuery,
  placedTexts,
  WORDS_TURNED,
  wholeNamesPlaced,
  withWholeWords,
} from '../support/readings.js';
import type { EntitySearchRequest, NamedText } from './request.js';

/** A tier, what a hit in it is called, and the field it stands in. */
export interface NamedTier extends Tier {
  readonly kind: MatchKind;
  readonly field: EntityMatchField;
  /** Records that the index does not hold are never listed. */
  readonly onlyListed?: true;
}

/** Names of one kind. */
interface Names {
  readonly lexicon: string;
  readonly field: EntityMatchField;
  readonly kind: 'exact' | 'former';
}

const OWN: Names = { lexicon: 'name', field: 'name', kind: 'exact' };
const OTHER: Names = { lexicon: 'other', field: 'other_name', kind: 'exact' };
const FORMER: Names = { lexicon: 'former', field: 'former_name', kind: 'former' };
const AGENT: Names = { lexicon: 'agent', field: 'agent', kind: 'exact' };
const OFFICER: Names = { lexicon: 'officer', field: 'officer', kind: 'exact' };

/** A word by which a listed company is better known than the one whose ticker it is. */
const FOREMOST: NamedTier = {
  ...{ kind: 'prefix', field: 'name', how: 'exact', lexicons: ['foremost'], form: wordsSought },
  onlyListed: true,
};

/** A listed company of the record's name has it. */
const TICKER: NamedTier = { kind: 'exact', field: 'ticker', how: 'exact', lexicons: ['ticker'] };

/** What people call an organisation. */
const KNOWN: readonly NamedTier[] = [
  { kind: 'known_as', field: 'name', how: 'prefix', lexicons: ['nameKey'], form: KNOWN_AS },
  { kind: 'known_as', field: 'name', how: 'prefix', lexicons: ['name'], form: KNOWN_AS_NATIONAL },
];
const KNOWN_WORDS = [OWN, OTHER].map(
  ({ lexicon, field }): NamedTier => ({
    ...{ kind: 'words', field, how: 'words', lexicons: [lexicon], form: KNOWN_AS_WORDS },
  }),
);

/** Texts that mean a well-known company, whoever has such a name. */
const WELL_KNOWN: readonly NamedTier[] = [wordsSought, wordsJoined].map((form) => ({
  ...{ kind: 'prefix', field: 'name', how: 'exact', lexicons: ['wellKnown'], form },
  onlyListed: true,
}));

/** Words of a well-known company's name. */
const WELL_KNOWN_WORDS: NamedTier = {
  ...{ kind: 'words', field: 'name', how: 'words', lexicons: ['wellKnownName'], form: wordsSought },
  onlyListed: true,
};

/** Names of listed companies that begin so: the best-known ones before all others. */
const LISTED: readonly NamedTier[] = [
  ...NAME_BEGINNINGS.map((form) => ['listed', form] as const),
  ['listedKey', BEGINS_JOINED] as const,
].map(([lexicon, form]) => ({
  ...{ kind: 'prefix', field: 'name', how: 'prefix', onlyListed: true },
  ...{ lexicons: [lexicon], form },
}));

const NUMBER_TIERS: readonly NamedTier[] = [
  numberTier('exact', (written) => written),
  numberTier('prefix', (_, plain) => `${plain} `),
];

/** Bearers of the whole name first, then names that start so, then all words in one name; own names before others in each. */
export const TIERS: Readonly<Record<EntitySearchField, readonly NamedTier[]>> = {
  name: [...tiersOfNames(OWN, OTHER, FORMER), ...NUMBER_TIERS],
  agent: tiersOfNames(AGENT),
  officer: tiersOfNames(OFFICER),
  person: tiersOfNames(OFFICER, AGENT),
  filing_number: NUMBER_TIERS,
  address: [],
  place: [],
};

/** An address, then other units at its door; a place by the beginning of its text. */
function keyTiers({ field: of, keys = [] }: NamedText): NamedTier[] {
  const field = of === 'address' ? of : 'place';
  const tier = (kind: NamedTier['kind'], lexicon: string, text: string): NamedTier => ({
    ...{ kind, field, lexicons: [lexicon], form: () => ({ text }) },
    how: kind === 'exact' ? 'exact' : 'prefix',
  });
  if (field === 'place')
    return keys.flatMap((key) => [tier('exact', 'place', key), tier('prefix', 'place', `${key} `)]);
  return [
    ...keys.map((key) => tier('exact', 'address', key)),
    ...keys.flatMap((key) => ['# ', 'fl '].map((unit) => tier('prefix', 'address', `${key} ${unit}`))),
  ];
}

function tiersOfNames(...all: readonly Names[]): NamedTier[] {
  const each = (tierOf: (names: Names) => readonly NamedTier[]) => all.flatMap(tierOf);
  const words = wordsSought;
  return [
    ...(all.includes(OWN) ? WELL_KNOWN : []),
    ...each(({ lexicon, field, kind }) => {
      const whole = { kind, field, lexicons: [`${lexicon}Key`], whole: true } as const;
      return [
        { ...whole, how: 'exact', form: AS_WRITTEN },
        ...SAME_NAME.map((form) => ({ ...whole, how: 'prefix', form }) as const),
      ];
    }),
    ...(all.includes(OWN) ? [FOREMOST, TICKER] : []),
    ...each(({ lexicon, field, kind }) =>
      NUMBERS_TURNED.map((form) => ({
        ...{ kind, field, form },
        ...{ how: 'prefix', lexicons: [`${lexicon}Key`], whole: true },
      })),
    ),
    ...each(({ lexicon, field }) => [
      { kind: 'other_form', field, how: 'prefix', lexicons: [`${lexicon}Key`], form: OTHER_FORM },
    ]),
    ...(all.includes(OWN) ? [...KNOWN, ...LISTED, WELL_KNOWN_WORDS] : []),
    ...NAME_BEGINNINGS.flatMap((form) =>
      each(({ lexicon, field }) => [{ kind: 'prefix', field, how: 'prefix', lexicons: [lexicon], form }]),
    ),
    ...each(({ lexicon, field }) => [
      { kind: 'prefix', field, how: 'prefix', lexicons: [`${lexicon}Key`], form: BEGINS_JOINED },
    ]),
    ...each(({ lexicon, field }) => [
      { kind: 'words', field, how: 'words', lexicons: [lexicon], form: words },
    ]),
    ...(all.includes(OWN) ? KNOWN_WORDS : []),
    ...WORDS_TURNED.flatMap((form) =>
      each(({ lexicon, field }) => [{ kind: 'words', field, how: 'words', lexicons: [lexicon], form }]),
    ),
  ];
}

/** A ZIP code of the address. */
const ZIP_TIERS: readonly NamedTier[] = [
  { kind: 'exact', field: 'place', how: 'exact', lexicons: ['place'] },
];

function numberTier(how: Tier['how'], of: (written: string, plain: string) => string): NamedTier {
  const form = (text: string) => {
    const key = keyOfNumber(text);
    return key === null || !/\d/.test(text) ? null : { text: of(numberKeyText(key), key.plain) };
  };
  return { kind: 'exact', field: 'filing_number', how, lexicons: ['number'], form };
}

const TICKER_NAME_TIERS = withWholeWords(TIERS.name);

/** The tiers of the field that ranks. */
export function tiersOf(request: EntitySearchRequest): readonly NamedTier[] {
  const [first] = request.texts;
  return first === undefined ? TIERS.name : tiersFor(first, request.exact);
}

/** A query, and the tiers in which its text is looked up. */
export interface EntityQuery extends PlacedQuery {
  readonly tiers: readonly NamedTier[];
  /** The text is this ZIP code, and no name or number. */
  readonly zip?: string;
}

const WHOLE_NAMES = TIERS.name.filter(({ whole }) => whole === true);
const BEGINNINGS = TIERS.name.filter(({ how }) => how !== 'words');

/**
 * The ways to read a name, the first of which that matches records, whatever the filters, is meant: as written (names that only contain the
 * words come after a whole name and its place); as a name and the place of an address behind it (`acme corp denver co`); corrected, or without what is no part of a name; a ZIP code as that of addresses.
 */
export function* entityReadings(
  request: EntitySearchRequest,
  today: string,
  page?: Page,
): Generator<EntityQuery> {
  const query = toIndexQuery(request, today, page);
  const {
    texts: [first],
    exact,
    guess,
  } = request;
  if (first?.field === 'name' && guess !== 'none' && !exact) {
    const placed = [...placedTexts(first.text)].map(({ name, place }) => {
      const also = [...(query.also ?? []), { text: place.written, tiers: [place.tier] }];
      return { ...query, text: name, also, place };
    });
    yield* wholeNamesPlaced(placed, WHOLE_NAMES, { text: first.text, tiers: BEGINNINGS });
    yield { ...query, guess: 'none' };
    for (const one of placed) yield { ...one, guess: 'none' };
    yield query;
    yield* placed.toReversed();
  }
  yield query;
  const zip = first?.field === 'name' && !exact ? zipCode(first.written) : undefined;
  if (zip !== undefined) yield { ...query, text: zip.slice(0, 5), tiers: ZIP_TIERS, guess: 'none', zip };
}

/** The query to the index: the page, or the stretch of its matches that the page is made of. */
export function toIndexQuery(
  request: EntitySearchRequest,
  today: string,
  { offset, limit }: Page = request,
): EntityQuery {
  const [first, ...others] = request.texts;
  return {
    text: first?.text ?? null,
    guess: request.guess,
    asides: withoutAsides,
    wordsFor,
    abbreviations: SHORTER,
    prominent: LISTED_NAME,
    tiers: tiersOf(request),
    also: others.map((other) => ({ text: other.text, tiers: tiersFor(other, request.exact) })),
    filters: Object.entries(request.filters).flatMap(([facet, value]) =>
      value === undefined
        ? []
        : { facet, values: [value], ...(facet === 'activity' && endsBy(value, today)) },
    ),
    ranges: request.formedFrom === null && request.formedTo === null ? [] : [formedRange(request)],
    ...(request.facets.length > 0 && { counted: request.facets.map((name) => countedFacet(name, today)) }),
    order: 'tiers',
    offset,
    limit,
  };
}

function tiersFor(text: NamedText, exact: boolean): readonly NamedTier[] {
  const { field, keys } = text;
  if (keys !== undefined) return keyTiers(text);
  if (!exact) return field === 'name' && isTicker(text.written) ? TICKER_NAME_TIERS : TIERS[field];
  return TIERS[field].filter((tier) => tier !== TICKER && (tier.kind === 'exact' || tier.kind === 'former'));
}

/** The facet of the index that stands behind a name of the contract. */
export function facetOf(name: EntityFacetName): EntityFacet {
  return name === 'status' ? 'activity' : name;
}

function countedFacet(name: EntityFacetName, today: string): CountedFacet {
  const facet = facetOf(name);
  if (facet !== 'activity') return { facet };
  return { facet, or: ACTIVITIES.map((value) => ({ value, range: endsBy(value, today).or })) };
}

/** An entity that is active through a day is so until that has passed. */
function endsBy(activity: string, today: string): Required<Pick<FacetFilter, 'or'>> {
  const day = dayNumber(today);
  const range = activity === 'active' ? { from: day, to: null } : { from: null, to: day - 1 };
  return { or: { column: 'activeThrough', ...range } };
}

function formedRange({ formedFrom, formedTo }: EntitySearchRequest) {
  return {
    column: 'formed',
    from: formedFrom === null ? null : dayNumber(formedFrom),
    to: formedTo === null ? null : dayNumber(formedTo),
  };
}

interface Tiered {
  /** A lower one stands before. */
  readonly tier: number;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Loaded and live hits are one list: by tier, and within one the loaded before the live. Only
 * those loaded hits can stand on a page that lie in this stretch of them, however the live ones fall.
 */
export function storedSlice({ offset, limit }: Page, live: number): Page {
  const from = Math.max(0, offset - live);
  return { offset: from, limit: offset + limit - from };
}

/** The page of the one list. `held` are the hits of the stretch, both lists are in order of their tiers. */
export function mergedPage<Held extends Tiered, Live extends Tiered>(
  page: Page,
  held: readonly Held[],
  live: readonly Live[],
): readonly (Held | Live)[] {
  const { offset: from } = storedSlice(page, live.length);
  const first = held[0];
  // Beyond the last loaded hit: so far back that every live one stands before the page, too.
  if (first === undefined && from > 0) return [];
  const before = from === 0 || first === undefined ? 0 : live.filter(({ tier }) => tier < first.tier).length;
  const merged = [...held, ...live.slice(before)].sort((a, b) => a.tier - b.tier);
  const start = page.offset - from - before;
  return merged.slice(start, start + page.limit);
}
