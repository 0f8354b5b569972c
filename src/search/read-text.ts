import { type Asked, ask } from './asked.js';
import { correct } from './correct.js';
import type { Lexicon, Met } from './lexicon.js';
import type { Temporaries } from './temporaries.js';
import type { Tier } from './types.js';
import type { Vocabulary } from './vocabulary.js';

export interface Reading {
  readonly asked: Asked;
  /** The whole text after correction, where a word was replaced; else null. */
  readonly corrected: string | null;
  /** Tier by tier, what meets the text in its lexicons. */
  readonly met: readonly (readonly LexiconMet[])[];
}

export interface LexiconMet {
  readonly lexicon: Lexicon;
  readonly met: Met;
}

type Lexicons = ReadonlyMap<string, Lexicon>;

/**
 * What the text means: itself where any name meets it in any tier, whatever the filters; else its correction,
 * where a name meets that. Only the words of lexicons in `words` tiers correct: an exact search never guesses.
 */
export function readText(
  text: string,
  tiers: readonly Tier[],
  lexicons: Lexicons,
  temporaries: Temporaries,
): Reading {
  const asked = ask(text);
  const met = meetTiers(asked, tiers, lexicons, temporaries);
  const plain = { asked, corrected: null, met };
  if (met.some((one) => one.length > 0)) return plain;
  const better = correct(asked, vocabulariesOf(tiers, lexicons));
  if (better === null) return plain;
  const betterMet = meetTiers(better, tiers, lexicons, temporaries);
  if (betterMet.every((one) => one.length === 0)) return plain;
  return { asked: better, corrected: better.text === asked.text ? null : better.text, met: betterMet };
}

/** Tier by tier, the names that meet the text as it stands. */
export function meetTiers(
  asked: Asked,
  tiers: readonly Tier[],
  lexicons: Lexicons,
  temporaries: Temporaries,
): LexiconMet[][] {
  return tiers.map((tier) =>
    lexiconsOf(tier, lexicons).flatMap((lexicon) => {
      const met = lexicon.meet(asked, tier.how, temporaries);
      return met === null ? [] : [{ lexicon, met }];
    }),
  );
}

function vocabulariesOf(tiers: readonly Tier[], lexicons: Lexicons): Vocabulary[] {
  const names = new Set(tiers.flatMap((tier) => (tier.how === 'words' ? tier.lexicons : [])));
  return [...names].flatMap((name) => lexicons.get(name)?.vocabulary ?? []);
}

export function lexiconsOf(tier: Tier, lexicons: Lexicons): Lexicon[] {
  return [...new Set(tier.lexicons)].flatMap((name) => lexicons.get(name) ?? []);
}
