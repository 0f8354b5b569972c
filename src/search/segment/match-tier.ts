import type { Lexicon, LexiconMatch } from '../fields/lexicon.js';
import { type ParsedQuery, queryOfTier } from '../fields/parsed-query.js';
import type { Tier } from '../format/types.js';

type Lexicons = ReadonlyMap<string, Lexicon>;

/** Tier by tier, the names that meet the text as it stands. */
export function matchTiers(
  parsed: ParsedQuery,
  tiers: readonly Tier[],
  lexicons: Lexicons,
): LexiconMatch[][] {
  return tiers.map((tier) => matchTier(queryOfTier(tier, parsed), tier, lexicons));
}

/** `parsed`: as the tier looks for it, by `queryOfTier`. */
export function matchTier(parsed: ParsedQuery | null, tier: Tier, lexicons: Lexicons): LexiconMatch[] {
  const matching: LexiconMatch[] = [];
  if (parsed === null) return matching;
  for (const name of tier.lexicons) {
    const lexicon = lexicons.get(name);
    const matches = lexicon?.meet(parsed, tier.how);
    if (lexicon && matches) matching.push({ lexicon, matches, parsed, how: tier.how });
  }
  return matching;
}
