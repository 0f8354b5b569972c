import { type ParsedQuery, parseQuery } from '../../fields/parsed-query.js';
import type { IndexQuery, Tier } from '../../format/types.js';
import { corrections } from './correct.js';
import type { Known } from './words-known.js';

/** A text of more words is no name with a word too many. */
const MAX_WORDS = 12;
const MAX_REMOVED = 3;
/** Bearers of the rarest words of all rests that are tried: some ten milliseconds. */
const MAX_READ = 500_000;
/** The rest of a text must be specific: one word of at least this length that is a whole name, or two words. */
const MIN_CHARACTERS = 4;

export interface Shortened {
  readonly left: ParsedQuery;
  readonly removed: readonly string[];
}

/** A rest that is a whole name tells so much more, in thousandths of a nat: as much as a word of one name in four hundred. */
const WHOLE = 6_000;
/** Words that do not belong to a name mostly come after it: they are left out even if they are up to twice as rare. */
const BEHIND = 700;

/**
 * The text without one to three neighbouring words, so that some name meets the rest: the most telling rest, by how rare its words
 * are. A word alone must be a whole name.
 */
export function shortened(
  parsed: ParsedQuery,
  known: Known,
  tiers: readonly Tier[],
  firstTier: (parsed: ParsedQuery) => number | undefined,
  isCareful: boolean,
): Shortened | null {
  const { words } = parsed;
  if (words.length > MAX_WORDS) return null;
  let best: (Shortened & { readonly reported: number }) | null = null;
  const names = known.countMatches([]);
  const bearers = words.map((word) => known.countMatches([word]));
  const reports = bearers.map((count) => Math.round(1_000 * Math.log((names + 1) / (count + 1))));
  let read = 0;
  for (let count = 1; count <= Math.min(MAX_REMOVED, words.length - 1); count++) {
    for (const from of placesOf(words.length, count)) {
      const left = parseQuery(words.toSpliced(from, count).join(' '));
      const rest = Math.min(...bearers.toSpliced(from, count));
      if (isCareful && rest >= Math.min(...bearers.slice(from, from + count))) continue;
      const max = WHOLE + sum(reports.toSpliced(from, count)) + (from + count === words.length ? BEHIND : 0);
      if (best !== null && best.reported >= max) continue;
      read += rest;
      if (read > MAX_READ) return best;
      const tier = firstTier(left);
      if (tier === undefined || !isDistinctive(left, tiers[tier])) continue;
      if (isCareful && tiers[tier]?.whole !== true) continue;
      // A word alone is often a name that others have as well.
      if (isCareful && left.words.length === 1 && !known.isProminent(left.text)) continue;
      const reported = tiers[tier]?.whole === true ? max : max - WHOLE;
      if (best === null || reported > best.reported)
        best = { left, removed: words.slice(from, from + count), reported };
    }
  }
  return best;
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}

function isDistinctive({ words, text }: ParsedQuery, tier: Tier | undefined): boolean {
  if (words.length === 1) return tier?.whole === true && text.length >= MIN_CHARACTERS;
  return words.some((word) => word.length >= MIN_CHARACTERS);
}

/** The places from which a number of neighbours may be left out, the last first. */
function* placesOf(length: number, count: number): Generator<number> {
  for (let from = length - count; from >= 0; from--) yield from;
}

/** The text without what is no part of a name, if the rest is a name; null if it has none. */
export function withoutAsides(
  { words }: ParsedQuery,
  asides: NonNullable<IndexQuery['asides']>,
  tiers: readonly Tier[],
  firstTier: (parsed: ParsedQuery) => number | undefined,
): Shortened | null {
  for (const [from, to] of asides(words)) {
    const left = parseQuery(words.slice(from, to).join(' '));
    if (isName(tiers[firstTier(left) ?? -1], left)) return { left, removed: outside(words, from, to) };
  }
  return null;
}

/** A shorter rest may be a ticker. */
const SHORTEST = 6;

/** The same with the rest corrected to a whole name. */
export function correctedWithoutAsides(
  { words }: ParsedQuery,
  asides: NonNullable<IndexQuery['asides']>,
  known: Known,
  tiers: readonly Tier[],
  firstTier: (parsed: ParsedQuery) => number | undefined,
  firstMeant: (rest: ParsedQuery) => (parsed: ParsedQuery) => number | undefined,
): Shortened | null {
  for (const [from, to] of asides(words)) {
    const rest = parseQuery(words.slice(from, to).join(' '));
    const left = rest.text.length < SHORTEST ? null : corrections(rest, known, firstMeant(rest));
    if (left !== null && isName(tiers[firstTier(left) ?? -1], left))
      return { left, removed: outside(words, from, to) };
  }
  return null;
}

/** A whole name, or the beginning of one in two words or more: `hecla mining co de` of `HECLA MINING CO/DE/`. */
function isName(tier: Tier | undefined, { words }: ParsedQuery): boolean {
  return tier?.whole === true || tier?.how === 'exact' || (tier?.how === 'prefix' && words.length > 1);
}

function outside(words: readonly string[], from: number, to: number): readonly string[] {
  return [...words.slice(0, from), ...words.slice(to)];
}
