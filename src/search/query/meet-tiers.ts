import type { Lexicon } from '../fields/lexicon.js';
import type { BitmapScope } from '../sets/bitmap-scope.js';
import type { Tier } from '../types.js';
import type { LexiconMet } from './lexicon-met.js';
import { type Asked, askedOf } from './parsed-query.js';

type Lexicons = ReadonlyMap<string, Lexicon>;

/** Tier by tier, the names that meet the text as it stands. */
export function meetTiers(
  asked: Asked,
  tiers: readonly Tier[],
  lexicons: Lexicons,
  bitmapScope: BitmapScope,
): LexiconMet[][] {
  return tiers.map((tier) => meetTier(asked, tier, lexicons, bitmapScope));
}

export function meetTier(of: Asked, tier: Tier, lexicons: Lexicons, bitmapScope: BitmapScope): LexiconMet[] {
  const meeting: LexiconMet[] = [];
  const asked = askedOf(tier, of);
  if (asked === null) return meeting;
  for (const name of tier.lexicons) {
    const lexicon = lexicons.get(name);
    const met = lexicon?.meet(asked, tier.how, bitmapScope);
    if (lexicon && met) meeting.push({ lexicon, met, asked, how: tier.how });
  }
  return meeting;
}
