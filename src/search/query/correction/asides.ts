import { type ParsedQuery, parseQuery } from '../../fields/parsed-query.js';
import type { IndexQuery, Tier } from '../../format/types.js';
import { corrections } from './correct.js';
import type { Shortened } from './shorten.js';
import type { Known } from './words-known.js';

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
