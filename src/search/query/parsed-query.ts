import type { LexiconInput, Sought, Tier } from '../types.js';

/** A text to look for. */
export interface Asked {
  /** The words, one blank between them. */
  readonly text: string;
  readonly words: readonly string[];
  /** The last word stands for every word that begins with it. */
  readonly isLastPartial: boolean;
  readonly accepts?: Sought['accepts'];
}

export function ask(text: string): Asked {
  const words = text.split(' ').filter((word) => word !== '');
  return { text: words.join(' '), words, isLastPartial: false };
}

/** The text as a tier looks for it; null where nothing meets it there. */
export function askedOf(tier: Tier, asked: Asked): Asked | null {
  if (asked.words.length === 0) return null;
  if (tier.form === undefined) return asked;
  const sought = tier.form(asked.text);
  if (sought === null || sought.text === '') return null;
  const { text, accepts } = sought;
  return { text, words: text.split(' '), isLastPartial: asked.isLastPartial, ...(accepts && { accepts }) };
}

/** Whether one name meets the text: the rule itself, name by name. */
export function meets(name: string, by: LexiconInput['by'], how: Tier['how'], asked: Asked): boolean {
  if (asked.words.length === 0 || asked.accepts?.(name) === false) return false;
  if (how === 'exact' || by === 'whole' || (how === 'words' && by === 'keys')) return name === asked.text;
  if (how === 'prefix') return name.startsWith(asked.text);
  const borne = new Set(name.split(' '));
  return asked.words.every((word, at) => {
    const isPartial = asked.isLastPartial && at === asked.words.length - 1;
    return isPartial ? [...borne].some((one) => one.startsWith(word)) : borne.has(word);
  });
}
