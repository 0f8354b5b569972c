import type { Tier } from '../../types.js';
import { type ParsedQuery, parseQuery } from '../parsed-query.js';

/** A text of more words is no name with a word too many. */
const MOST_WORDS = 12;
const MOST_REMOVED = 3;
/** The rest of a text must tell something: so many characters in one word that is a whole name, else two words. */
const LEAST_CHARACTERS = 4;

export interface Shortened {
  readonly left: ParsedQuery;
  readonly removed: readonly string[];
}

/**
 * The text without the fewest words that leave a text which some name meets; of as few those whose rest is met in the first tier,
 * then those furthest behind. A word alone must be a whole name.
 */
export function shortened(
  parsed: ParsedQuery,
  tiers: readonly Tier[],
  firstTier: (parsed: ParsedQuery) => number | undefined,
): Shortened | null {
  const { words } = parsed;
  if (words.length > MOST_WORDS) return null;
  for (let count = 1; count <= Math.min(MOST_REMOVED, words.length - 1); count++) {
    let best: { tier: number; removed: readonly number[]; left: ParsedQuery } | undefined;
    for (const removed of choices(words.length, count)) {
      const left = parseQuery(words.filter((_, at) => !removed.includes(at)).join(' '));
      const tier = firstTier(left);
      if (tier === undefined || (best && best.tier <= tier) || !isTelling(left, tiers[tier])) continue;
      best = { tier, removed, left };
    }
    if (best) return { left: best.left, removed: best.removed.map((at) => words[at] ?? '') };
  }
  return null;
}

function isTelling({ words, text }: ParsedQuery, tier: Tier | undefined): boolean {
  if (words.length === 1) return tier?.whole === true && text.length >= LEAST_CHARACTERS;
  return words.some((word) => word.length >= LEAST_CHARACTERS);
}

/** So many of the places, those furthest behind first; of more than one only neighbours. */
function* choices(length: number, count: number): Generator<readonly number[]> {
  for (let from = length - count; from >= 0; from--) {
    yield Array.from({ length: count }, (_, at) => from + at);
  }
}
