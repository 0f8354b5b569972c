import type { LexiconMatch } from '../fields/lexicon.js';
import { type ParsedQuery, parseQuery, queryOfTier } from '../fields/parsed-query.js';
import type { IndexQuery, Tier } from '../format/types.js';
import { matchTier, type Segment } from '../segment/segment.js';
import { corrections, oneLetterWrong } from './correction/correct.js';
import { KnownInSegments } from './correction/known.js';
import { isPlausible } from './correction/plausible.js';
import { correctedWithoutAsides, type Shortened, shortened, withoutAsides } from './correction/shorten.js';

export interface MatchedText {
  /** The text that was searched last. */
  readonly sought: ParsedQuery;
  /** The whole text after correction if a word was replaced; else null. */
  readonly corrected: string | null;
  /** The words that were left out. */
  readonly removed: readonly string[];
  /** Matches in the lexicons, by segment and tier. */
  readonly matches: readonly (readonly (readonly LexiconMatch[])[])[];
}

/** A longer text is not a misspelt name: it is neither corrected nor shortened. */
const MAX_WORDS = 32;

type TextQuery = Pick<
  IndexQuery,
  'tiers' | 'guess' | 'isTyped' | 'asides' | 'wordsFor' | 'abbreviations' | 'prominent'
>;

/**
 * Uses the text as written if a name matches it in any tier, whatever the filters. If none does, tries in this order: the text
 * without additions, if the rest is a whole name; its likeliest correction that matches a name; both; its most distinctive
 * words. Corrects only if a tier matches words: an exact search is never corrected. `lookups`: those of the request.
 */
export function matchText(text: string, query: TextQuery, lookups: Lookups): MatchedText {
  const own = lookups.of(query);
  const key = `${query.guess} ${query.isTyped} ${text}`;
  const before = own.read.get(key);
  if (before) return before;
  const found = readText(text, query, own);
  own.read.set(key, found);
  return found;
}

function readText(text: string, query: TextQuery, lookups: TierLookups): MatchedText {
  const { tiers, guess = 'any', isTyped = false, asides } = query;
  const { segments, matches: tierMatches } = lookups;
  const parsed: ParsedQuery = { ...parseQuery(text), isLastPartial: isTyped };
  const match = (of: ParsedQuery) => tierMatches.all(of);
  const plain: MatchedText = { sought: parsed, corrected: null, removed: [], matches: match(parsed) };
  if (
    isTyped ||
    isMatch(plain.matches, segments) ||
    guess === 'none' ||
    parsed.words.length > MAX_WORDS ||
    !tiers.some(({ how }) => how === 'words')
  )
    return plain;
  const firstTier = (of: ParsedQuery) => tierMatches.first(of);
  const { known } = lookups;
  const firstMeant = (written: ParsedQuery) => (meant: ParsedQuery) => {
    const number = firstTier(meant);
    const tier = number === undefined ? undefined : tiers[number];
    return guess === 'careful' && tier && !isPlausible(written, meant, tier, known) ? undefined : number;
  };
  const without = ({ left, removed }: Shortened, corrected: string | null = null): MatchedText => ({
    ...{ sought: left, corrected, removed, matches: match(left) },
  });
  const bare = asides && guess !== 'letter' ? withoutAsides(parsed, asides, tiers, firstTier) : null;
  if (bare !== null) return without(bare);
  const better =
    guess === 'letter'
      ? oneLetterWrong(parsed, known, firstTier)
      : corrections(parsed, known, firstMeant(parsed));
  if (better !== null) {
    const corrected = better.text === parsed.text ? null : better.text;
    return { sought: better, corrected, removed: [], matches: match(better) };
  }
  const bareBetter =
    asides && guess !== 'letter'
      ? correctedWithoutAsides(parsed, asides, known, tiers, firstTier, firstMeant)
      : null;
  if (bareBetter !== null) return without(bareBetter, bareBetter.left.text);
  const shorter = guess === 'letter' ? null : shortened(parsed, known, tiers, firstTier, guess === 'careful');
  return shorter === null ? plain : without(shorter);
}

function isMatch(matches: MatchedText['matches'], segments: readonly Segment[]): boolean {
  return segments.some((segment, at) => matches[at]?.some((tier) => tier.some((one) => segment.isLive(one))));
}

/**
 * The lookups of one request, whose queries differ in text, `guess` and filters: each text is looked up and corrected once.
 * Queries with the same list of tiers must use the same options for corrections.
 */
export class Lookups {
  readonly #segments: readonly Segment[];
  readonly #ofTiers = new Map<readonly Tier[], TierLookups>();

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  of(query: TextQuery): TierLookups {
    let own = this.#ofTiers.get(query.tiers);
    if (own === undefined) {
      own = new TierLookups(query, this.#segments);
      this.#ofTiers.set(query.tiers, own);
    }
    return own;
  }
}

class TierLookups {
  readonly segments: readonly Segment[];
  readonly matches: TierMatches;
  /** By `guess`, `isTyped` and text. */
  readonly read = new Map<string, MatchedText>();
  readonly #query: TextQuery;
  #known: KnownInSegments | undefined;

  constructor(query: TextQuery, segments: readonly Segment[]) {
    this.segments = segments;
    this.matches = new TierMatches(query.tiers, segments);
    this.#query = query;
  }

  get known(): KnownInSegments {
    this.#known ??= new KnownInSegments(this.#query, this.segments, (tier, text) =>
      this.matches.form(tier, parseQuery(text)),
    );
    return this.#known;
  }
}

/** A text and its matches, by segment and tier. */
interface TextMatches {
  readonly parsed: ParsedQuery;
  /** Shared by the tiers with the same form. */
  readonly forms: Map<Tier['form'], ParsedQuery | null>;
  readonly matches: LexiconMatch[][][];
}

/** Looks up texts, once for each tier and text. */
class TierMatches {
  readonly #tiers: readonly Tier[];
  readonly #segments: readonly Segment[];
  readonly #ofTexts = new Map<string, TextMatches>();

  constructor(tiers: readonly Tier[], segments: readonly Segment[]) {
    this.#tiers = tiers;
    this.#segments = segments;
  }

  all(parsed: ParsedQuery): MatchedText['matches'] {
    const matches = this.#matchesOf(parsed);
    return this.#segments.map((segment, at) =>
      this.#tiers.map((tier, number) => this.#match(matches, segment, at, tier, number)),
    );
  }

  /** Returns the first tier in which a name matches the text, or `undefined`. */
  first(parsed: ParsedQuery): number | undefined {
    const matches = this.#matchesOf(parsed);
    const tier = this.#tiers.findIndex((tier, number) =>
      this.#segments.some((segment, at) =>
        this.#match(matches, segment, at, tier, number).some((matches) => segment.isLive(matches)),
      ),
    );
    return tier < 0 ? undefined : tier;
  }

  /** Returns the text in the form of a tier, as `queryOfTier`. */
  form(tier: Tier, parsed: ParsedQuery): ParsedQuery | null {
    return formOf(tier, this.#matchesOf(parsed));
  }

  #matchesOf(parsed: ParsedQuery): TextMatches {
    const key = `${parsed.isLastPartial ? 1 : 0}${parsed.text}`;
    const known = this.#ofTexts.get(key);
    if (known) return known;
    const matches: TextMatches = { parsed, forms: new Map(), matches: this.#segments.map(() => []) };
    this.#ofTexts.set(key, matches);
    return matches;
  }

  #match(text: TextMatches, segment: Segment, at: number, tier: Tier, number: number): LexiconMatch[] {
    const own = text.matches[at];
    const known = own?.[number];
    if (own === undefined || known) return known ?? [];
    const answer = matchTier(formOf(tier, text), tier, segment.lexicons);
    own[number] = answer;
    return answer;
  }
}

function formOf(tier: Tier, { parsed, forms }: TextMatches): ParsedQuery | null {
  let form = forms.get(tier.form);
  if (form === undefined) {
    form = queryOfTier(tier, parsed);
    forms.set(tier.form, form);
  }
  return form;
}
