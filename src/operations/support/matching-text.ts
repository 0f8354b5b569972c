import { nameKey } from '../../domain/business-names/name-key.js';
import { nameWords } from '../../domain/business-names/name-words.js';
import { numberKey } from '../../domain/identifiers.js';
import type { Tier } from '../../search/format/types.js';
import { matchesText, type parseQuery, queryOfTier } from '../../search/index.js';

/** Returns the first of a record's texts that matches in the tier, and its lexicon, by the rule by which the index finds it. */
export function matchingText(
  tier: Tier,
  parsed: ReturnType<typeof parseQuery>,
  textsIn: (lexicon: string) => readonly string[],
): { readonly value: string; readonly lexicon: string } | undefined {
  const sought = queryOfTier(tier, parsed);
  if (sought === null) return undefined;
  for (const lexicon of tier.lexicons) {
    const { by, spellings } = indexedAs(lexicon);
    const value = textsIn(lexicon).find((text) =>
      spellings(text).some((spelling) => matchesText(spelling, by, tier.how, sought)),
    );
    if (value !== undefined) return { value, lexicon };
  }
  return undefined;
}

function indexedAs(lexicon: string) {
  if (lexicon === 'number') return { by: 'keys', spellings: (text: string) => [numberKey(text)] } as const;
  if (lexicon.endsWith('Key')) return { by: 'keys', spellings: (text: string) => [nameKey(text)] } as const;
  return { by: 'words', spellings: nameWords } as const;
}
