import type { MatchKind } from '../../contract/vocabulary.js';
import { BEGINS_JOINED, turnedBy } from '../../domain/business-names/key-tiers.js';
import { wordsSought } from '../../domain/business-names/name-words.js';
import { nameOfNickname, withoutNickname } from '../../domain/business-names/nicknames.js';
import { NUMBER_TURNS } from '../../domain/business-names/numbers.js';
import { memoizeLast } from '../../domain/memoize-last.js';
import { STATE_NAMES } from '../../domain/places/place-codes.js';
import { type NamedPlace, placesBehind } from '../../domain/places/place-text.js';
import type { IndexAnswer, IndexQuery, Tier } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import { choice } from '../query/query.js';

/** A way to read a request, and what it finds. */
export interface Reading<Query> {
  readonly query: Query;
  readonly answer: IndexAnswer;
}

/**
 * Returns the first reading that finds something, whether or not that passes the filters, else the last: filters never change how a text
 * is read.
 */
export function firstReading<Query extends PlacedQuery>(
  readings: Iterable<Query>,
  index: SearchIndex,
): Reading<Query> | undefined {
  const lookups = index.newLookups();
  let found: Reading<Query> | undefined;
  let isPlaceCorrected = false;
  for (const query of readings) {
    // To look up a place that no record has takes less than to look up the name before it.
    if (query.place && !index.hasMatch(query.place.written, [query.place.tier])) continue;
    if (query.place && query.guess !== 'none') {
      // A correction takes milliseconds: only the name before one place is corrected.
      if (isPlaceCorrected) continue;
      isPlaceCorrected = true;
    }
    if (query.unless && index.hasMatch(query.unless.text, query.unless.tiers)) continue;
    found = { query, answer: index.search(query, lookups) };
    if (found.answer.total > 0 || matchesUnfiltered(query, index, lookups)) break;
  }
  return found;
}

function matchesUnfiltered(
  { counted: _counted, ...query }: IndexQuery,
  index: SearchIndex,
  lookups: ReturnType<SearchIndex['newLookups']>,
): boolean {
  if (query.filters.length === 0 && query.ranges.length === 0 && query.group === undefined) return false;
  return index.search({ ...query, filters: [], ranges: [], group: undefined, limit: 0 }, lookups).total > 0;
}

/** A query whose text may be only the name in a text that names a place as well. */
export interface PlacedQuery extends IndexQuery {
  readonly place?: PlacedText['place'];
  /** The query is skipped if a name matches this text. */
  readonly unless?: { readonly text: string; readonly tiers: readonly Tier[] };
}

/**
 * Returns the queries whose text is written so and has two words or more, in `tiers`: a whole name in a place (`american university washington dc`) precedes
 * names that contain these words in any order, but not names that start with them.
 */
export function wholeNamesPlaced<Query extends PlacedQuery>(
  placed: readonly Query[],
  tiers: Query['tiers'],
  unless: NonNullable<PlacedQuery['unless']>,
): readonly Query[] {
  return placed.flatMap((one) =>
    one.text?.includes(' ') && unless.text.startsWith(one.text)
      ? { ...one, tiers, guess: 'none' as const, unless }
      : [],
  );
}

/** A text whose last words are the place of an address. */
export interface PlacedText {
  readonly name: string;
  readonly place: {
    /** The words of the place. */
    readonly written: string;
    /** In which an address there matches. */
    readonly tier: Tier;
  };
}

/** Returns the ways to read the last words of a normalised text as a place; the longest name first, a nickname also written out. */
export function* placedTexts(text: string): Generator<PlacedText> {
  const words = text.split(' ');
  for (const named of placesBehind(words)) {
    const start = AREAS.has(words[named.before - 1] ?? '') ? named.before - 1 : named.before;
    const name = words.slice(0, start);
    if (PREPOSITIONS.has(name.at(-1) ?? '')) name.pop();
    if (name.length === 0) continue;
    const place = { written: words.slice(start).join(' '), tier: tierOf(named) };
    const short = name.join(' ');
    for (const one of [short, nameOfNickname(short)]) if (one !== null) yield { name: one, place };
  }
}

/** `Greater Hartford` is Hartford and its surroundings. */
const AREAS: ReadonlySet<string> = new Set(['greater', 'metro', 'metropolitan']);

/** `rotary club of` is the name of `rotary club of boise`. */
const PREPOSITIONS: ReadonlySet<string> = new Set(['of', 'in', 'at', 'for']);

function tierOf({ text, isWhole }: NamedPlace): Tier {
  return { how: isWhole ? 'exact' : 'prefix', lexicons: ['place'], form: () => ({ text }) };
}

/** Codes that are words, legal forms or parts of a name as well. */
const OTHER_WORDS: ReadonlySet<string> = new Set('al co de hi id in la ma me oh ok or pa'.split(' '));

/** Returns a normalised text with the codes of states written out, or null if it has none: `bank of ny mellon`. */
const withStatesWrittenOut = memoizeLast((text: string): string | null => {
  const words = text.split(' ');
  const whole = words.map((word) => (OTHER_WORDS.has(word) ? word : (STATES.get(word) ?? word)));
  const other = whole.join(' ');
  return other === text ? null : other;
});

const STATES: ReadonlyMap<string, string> = new Map(
  [...STATE_NAMES].map(([code, name]) => [code.toLowerCase(), name.toLowerCase()]),
);

/** What a register may leave out or abbreviate before the number of a local body: `AMERICAN LEGION 91`, `L1651 NORTH KINGSTOWN`. */
const CHAPTER = /\b(?:aerie|chapter|council|local(?: union)?|lodge|post)(?: (?:no|number))? (?=\d)/;

/** Returns a normalised text with a numbered local body as registers write it, and its nickname written out, or null if it has none. */
function withChapter(written: string) {
  return memoizeLast((text: string): string | null => {
    const other = text.replace(CHAPTER, written);
    return other === text ? null : (withoutNickname(other) ?? other);
  });
}

/** The words of a text with its numbers written otherwise, the codes of its states written out, or a local body as registers write it. */
export const WORDS_TURNED = [...NUMBER_TURNS, withStatesWrittenOut, withChapter(''), withChapter('l')].map(
  (turn) => turnedBy(turn, wordsSought),
);

/**
 * `meta` members that report how a text was read if no name matches it as written. `exchange`: words that were left out
 * before the search. `place`: words that were read as the place of the address.
 */
export function guessMeta(
  answer: Pick<IndexAnswer, 'corrected' | 'removed'> | undefined,
  exchange: readonly string[] = [],
  place?: string,
) {
  const removed = [...exchange, ...(answer?.removed ?? [])];
  return {
    ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
    ...(removed.length > 0 && { removedWords: removed }),
    ...(place !== undefined && { place }),
  };
}

/** The parameter `words` of the searches by name. */
export function wordsField() {
  return choice(
    '`all`: no word is corrected or omitted. `some`: similar names are results even if they lack a word of the query. Default: a word is corrected only if it has one or two wrong letters, and omitted only if it is not part of a name.',
    ['all', 'some'],
  );
}

/** How far a text may be read as another. One that looks like a ticker is never: it is the ticker of another company. */
export function guessOf(words: 'all' | 'some' | null, written: string): NonNullable<IndexQuery['guess']> {
  if (words === 'all' || isTicker(written)) return 'none';
  return words === 'some' ? 'any' : 'careful';
}

/** Returns true if a text is written like a ticker. */
export function isTicker(written: string): boolean {
  return TICKER.test(written.trim());
}

/** Up to five capitals, or up to five letters with a class of shares; not `pepsi co`. */
const TICKER = /^(?:[A-Z]{1,5}|[A-Za-z]{1,5}[.\-/][A-Za-z]{1,2}|[A-Za-z]{1,5} [A-Za-z])$/;

/** Returns the tiers for a text that is written like a ticker: it is a word, and not the beginning of a longer one. */
export function withWholeWords<One extends Tier & { readonly kind: MatchKind }>(
  tiers: readonly One[],
): readonly One[] {
  return tiers.flatMap((tier): One[] => {
    const { kind, how, form } = tier;
    if (kind !== 'prefix' || how !== 'prefix' || form === undefined) return [tier];
    if (form === BEGINS_JOINED) return [];
    const followed: Tier['form'] = (text) => {
      const sought = form(text);
      return sought && { ...sought, text: `${sought.text} ` };
    };
    return [
      { ...tier, how: 'exact' },
      { ...tier, form: followed },
    ];
  });
}

/** Returns how the names that a loose reading found differ from the text. */
export function differenceOf({
  corrected,
  removed,
  sought,
}: Pick<IndexAnswer, 'corrected' | 'removed' | 'sought'>): string {
  const lacks = removed.length > 0 ? `Lacks ${removed.map((word) => `“${word}”`).join(', ')}.` : '';
  return corrected === null ? lacks : `Matches “${sought.text}”. ${lacks}`.trim();
}
