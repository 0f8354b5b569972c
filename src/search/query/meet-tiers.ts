import type { Lexicon } from '../fields/lexicon.js';
import type { Temporaries } from '../sets/temporaries.js';
import type { Tier } from '../types.js';
import { type Asked, askedOf } from './asked.js';
import type { LexiconMet } from './lexicon-met.js';

type Lexicons = ReadonlyMap<string, Lexicon>;

/** Tier by tier, the names that meet the text as it stands. */
export function meetTiers(
  asked: Asked,
  tiers: readonly Tier[],
  lexicons: Lexicons,
  temporaries: Temporaries,
): LexiconMet[][] {
  return tiers.map((tier) => meetTier(asked, tier, lexicons, temporaries));
}

export function meetTier(of: Asked, tier: Tier, lexicons: Lexicons, temporaries: Temporaries): LexiconMet[] {
  const meeting: LexiconMet[] = [];
  const asked = askedOf(tier, of);
  if (asked === null) return meeting;
  for (const name of tier.lexicons) {
    const lexicon = lexicons.get(name);
    const met = lexicon?.meet(asked, tier.how, temporaries);
    if (lexicon && met) meeting.push({ lexicon, met, asked, how: tier.how });
  }
  return meeting;
}
