import type { Segment } from '../segment.js';
import type { BitmapScope } from '../sets/bitmap-scope.js';
import type { IndexQuery, Tier } from '../types.js';
import { corrections, oneLetterWrong } from './correction/correct.js';
import { KnownInSegments } from './correction/known.js';
import { shortened } from './correction/shorten.js';
import type { LexiconMatch } from './lexicon-match.js';
import { matchTier } from './match-tier.js';
import { type ParsedQuery, parseQuery } from './parsed-query.js';

export interface MatchedText {
  /** The text that was looked for at last. */
  readonly sought: ParsedQuery;
  /** The whole text after correction, where a word was replaced; else null. */
  readonly corrected: string | null;
  /** The words that were left out. */
  readonly removed: readonly string[];
  /** Segment by segment and tier by tier, what meets the text in its lexicons. */
  readonly met: readonly (readonly (readonly LexiconMatch[])[])[];
}

/**
 * Reads the text as itself if any name meets it in any tier, whatever the filters; else as its likeliest correction that
 * a name meets; else as its rest without the fewest words. Only a tier that asks for words guesses: an exact search never
 * does.
 */
export function matchText(
  text: string,
  { tiers, guess = true, isTyped = false }: Pick<IndexQuery, 'tiers' | 'guess' | 'isTyped'>,
  segments: readonly Segment[],
  bitmapScope: BitmapScope,
): MatchedText {
  const parsed: ParsedQuery = { ...parseQuery(text), isLastPartial: isTyped };
  const meetings = new TierMatches(tiers, segments, bitmapScope);
  const meet = (of: ParsedQuery) => meetings.all(of);
  const plain: MatchedText = { sought: parsed, corrected: null, removed: [], met: meet(parsed) };
  if (isTyped || isMet(plain.met, segments) || !guess || !tiers.some(({ how }) => how === 'words'))
    return plain;
  const known = new KnownInSegments(tiers, segments, bitmapScope);
  const firstTier = (of: ParsedQuery) => meetings.first(of);
  const better =
    guess === 'letter' ? oneLetterWrong(parsed, known, firstTier) : corrections(parsed, known, firstTier);
  if (better !== null) {
    const corrected = better.text === parsed.text ? null : better.text;
    return { sought: better, corrected, removed: [], met: meet(better) };
  }
  const shorter = guess === 'letter' ? null : shortened(parsed, tiers, firstTier);
  if (shorter === null) return plain;
  return { sought: shorter.left, corrected: null, removed: shorter.removed, met: meet(shorter.left) };
}

function isMet(met: MatchedText['met'], segments: readonly Segment[]): boolean {
  return segments.some((segment, at) => met[at]?.some((tier) => tier.some((one) => segment.isLive(one))));
}

/** Names that meet texts, each tier asked once for each text: a guess finds what it was judged by. */
class TierMatches {
  readonly #tiers: readonly Tier[];
  readonly #segments: readonly Segment[];
  readonly #bitmapScope: BitmapScope;
  readonly #met = new Map<string, LexiconMatch[][][]>();

  constructor(tiers: readonly Tier[], segments: readonly Segment[], bitmapScope: BitmapScope) {
    this.#tiers = tiers;
    this.#segments = segments;
    this.#bitmapScope = bitmapScope;
  }

  all(parsed: ParsedQuery): MatchedText['met'] {
    return this.#segments.map((_, segment) =>
      this.#tiers.map((_, tier) => this.#meet(parsed, segment, tier)),
    );
  }

  /** The first tier in which a name meets the text, or undefined. */
  first(parsed: ParsedQuery): number | undefined {
    const tier = this.#tiers.findIndex((_, tier) =>
      this.#segments.some((segment, at) => this.#meet(parsed, at, tier).some((met) => segment.isLive(met))),
    );
    return tier < 0 ? undefined : tier;
  }

  #meet(parsed: ParsedQuery, segment: number, tier: number): LexiconMatch[] {
    const key = `${parsed.isLastPartial ? 1 : 0}${parsed.text}`;
    let own = this.#met.get(key);
    if (own === undefined) {
      own = this.#segments.map(() => []);
      this.#met.set(key, own);
    }
    const [of, by] = [this.#segments[segment], this.#tiers[tier]];
    const met = own[segment];
    if (of === undefined || by === undefined || met === undefined) return [];
    const answer = met[tier] ?? matchTier(parsed, by, of.lexicons, this.#bitmapScope);
    met[tier] = answer;
    return answer;
  }
}
