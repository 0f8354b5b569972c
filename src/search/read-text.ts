import { type Asked, ask } from './asked.js';
import { correct } from './correct.js';
import type { Lexicon, Met } from './lexicon.js';
import type { Segment } from './segment.js';
import type { Temporaries } from './temporaries.js';
import type { Tier } from './types.js';
import type { Vocabulary } from './vocabulary.js';

export interface Reading {
  readonly asked: Asked;
  /** The whole text after correction, where a word was replaced; else null. */
  readonly corrected: string | null;
  /** Segment by segment and tier by tier, what meets the text in its lexicons. */
  readonly met: readonly (readonly (readonly LexiconMet[])[])[];
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
  segments: readonly Segment[],
  temporaries: Temporaries,
): Reading {
  const asked = ask(text);
  const plain = { asked, corrected: null, met: meetAll(asked, tiers, segments, temporaries) };
  if (isMet(plain.met, segments)) return plain;
  const better = correct(asked, vocabulariesOf(tiers, segments));
  if (better === null) return plain;
  const met = meetAll(better, tiers, segments, temporaries);
  if (!isMet(met, segments)) return plain;
  return { asked: better, corrected: better.text === asked.text ? null : better.text, met };
}

function meetAll(
  asked: Asked,
  tiers: readonly Tier[],
  segments: readonly Segment[],
  temporaries: Temporaries,
): Reading['met'] {
  return segments.map(({ lexicons }) => meetTiers(asked, tiers, lexicons, temporaries));
}

function isMet(met: Reading['met'], segments: readonly Segment[]): boolean {
  return segments.some((segment, at) => met[at]?.some((tier) => tier.some((one) => segment.isLive(one))));
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

function vocabulariesOf(tiers: readonly Tier[], segments: readonly Segment[]): Vocabulary[] {
  const names = new Set(tiers.flatMap((tier) => (tier.how === 'words' ? tier.lexicons : [])));
  return segments.flatMap(({ lexicons }) =>
    [...names].flatMap((name) => lexicons.get(name)?.vocabulary ?? []),
  );
}

export function lexiconsOf(tier: Tier, lexicons: Lexicons): Lexicon[] {
  return [...new Set(tier.lexicons)].flatMap((name) => lexicons.get(name) ?? []);
}
