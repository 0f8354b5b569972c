import type { IndexQuery, Tier } from '../../types.js';
import { type ParsedQuery, parseQuery } from '../parsed-query.js';
import type { Shortened } from './shorten.js';

/** The text without what is no part of a name, if the rest is a whole name; null if it has none. */
export function withoutAsides(
  { words }: ParsedQuery,
  asides: NonNullable<IndexQuery['asides']>,
  tiers: readonly Tier[],
  firstTier: (parsed: ParsedQuery) => number | undefined,
): Shortened | null {
  for (const [from, to] of asides(words)) {
    const left = parseQuery(words.slice(from, to).join(' '));
    const tier = tiers[firstTier(left) ?? -1];
    if (tier?.whole === true || tier?.how === 'exact') {
      return { left, removed: [...words.slice(0, from), ...words.slice(to)] };
    }
  }
  return null;
}
