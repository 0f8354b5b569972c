import { type Asked, ask } from './asked.js';
import { correct, type Known } from './correct.js';
import type { Lexicon, Met } from './lexicon.js';
import type { Segment } from './segment.js';
import type { Temporaries } from './temporaries.js';
import type { Tier } from './types.js';

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
  const better = correct(asked, knownWords(tiers, segments, temporaries));
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
  return tiers.map((tier) => {
    const meeting: LexiconMet[] = [];
    for (const name of tier.lexicons) {
      const lexicon = lexicons.get(name);
      const met = lexicon?.meet(asked, tier.how, temporaries);
      if (lexicon && met) meeting.push({ lexicon, met });
    }
    return meeting;
  });
}

/** Of the lexicons in `words` tiers. */
function knownWords(tiers: readonly Tier[], segments: readonly Segment[], temporaries: Temporaries): Known {
  const names = new Set(tiers.flatMap((tier) => (tier.how === 'words' ? tier.lexicons : [])));
  const asked = segments.flatMap(({ lexicons }) => [...names].flatMap((name) => lexicons.get(name) ?? []));
  return {
    vocabularies: asked.flatMap(({ vocabulary }) => vocabulary ?? []),
    countBearers: (words) =>
      asked.reduce(
        (sum, lexicon) => sum + (lexicon.vocabulary ? lexicon.countBearers(words, temporaries) : 0),
        0,
      ),
  };
}
