import type { LexiconInput, Sought, Tier } from '../format/types.js';

/** A query text. */
export interface ParsedQuery {
  /** The words, separated by one space. */
  readonly text: string;
  readonly words: readonly string[];
  /** Whether the last word is a prefix. */
  readonly isLastPartial: boolean;
  readonly root?: Sought['root'];
  readonly accepts?: Sought['accepts'];
}

export function parseQuery(text: string): ParsedQuery {
  const words = text.split(' ').filter((word) => word !== '');
  return { text: words.join(' '), words, isLastPartial: false };
}

/** Returns the text in the form of the tier; null if nothing can match it there. */
export function queryOfTier(tier: Tier, parsed: ParsedQuery): ParsedQuery | null {
  if (parsed.words.length === 0) return null;
  if (tier.form === undefined) return parsed;
  const sought = tier.form(parsed.text);
  if (sought === null || sought.text === '') return null;
  const { text, root, accepts } = sought;
  return { text, words: text.split(' '), isLastPartial: parsed.isLastPartial, root, accepts };
}

/** Returns true if the name matches the text: defines matching for a single name. */
export function matchesText(
  name: string,
  by: LexiconInput['by'],
  how: Tier['how'],
  parsed: ParsedQuery,
): boolean {
  if (parsed.words.length === 0 || parsed.accepts?.(name) === false) return false;
  if (how === 'exact' || by === 'whole' || (how === 'words' && by === 'keys')) return name === parsed.text;
  if (how === 'prefix') return name.startsWith(parsed.text);
  const terms = new Set(name.split(' '));
  return parsed.words.every((word, at) => {
    const isPartial = parsed.isLastPartial && at === parsed.words.length - 1;
    return isPartial ? [...terms].some((one) => one.startsWith(word)) : terms.has(word);
  });
}
