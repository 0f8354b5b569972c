import { type ParsedQuery, parseQuery } from '../../fields/parsed-query.js';
import type { IndexQuery, Tier } from '../../format/types.js';
import { corrections } from './correct.js';
import type { Known } from './words-known.js';

/** A longer text is not a name with additional words. */
const MAX_WORDS = 12;
const MAX_REMOVED = 3;
/** Max total names of the rarest words of all shortened texts that are tried: some 10 ms. */
const MAX_READ = 500_000;
/** A shortened text must be specific: two words, or one word of at least this length that is a whole name. */
const MIN_CHARACTERS = 4;

export interface Shortened {
  readonly left: ParsedQuery;
  readonly removed: readonly string[];
}

/** The additional weight of a text that is a whole name, in thousandths of a nat: that of a word in one of 400 names. */
const WHOLE = 6_000;
/** Additions mostly follow a name. They are left out even if they are up to twice as rare as the rest. */
const BEHIND = 700;

/**
 * Returns the text without one to three adjacent words such that a name matches: the most distinctive one, by the rarity of its
 * words. A single remaining word must be a whole name.
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
      // A single word is often the name of several records.
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

/** Yields the places from which `count` adjacent words may be left out, last first. */
function* placesOf(length: number, count: number): Generator<number> {
  for (let from = length - count; from >= 0; from--) yield from;
}

/** Returns the text without its additions if the rest is a name; otherwise null. */
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

/** A shorter text may be a ticker. */
const SHORTEST = 6;

/** Returns the text without its additions if the rest can be corrected to a whole name; otherwise null. */
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

/** Returns true for a whole name, or a prefix of one with at least two words: `hecla mining co de` of `HECLA MINING CO/DE/`. */
function isName(tier: Tier | undefined, { words }: ParsedQuery): boolean {
  return tier?.whole === true || tier?.how === 'exact' || (tier?.how === 'prefix' && words.length > 1);
}

function outside(words: readonly string[], from: number, to: number): readonly string[] {
  return [...words.slice(0, from), ...words.slice(to)];
}
