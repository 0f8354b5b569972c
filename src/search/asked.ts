import type { LexiconInput, Tier } from './types.js';

/** A text to look for. */
export interface Asked {
  /** The words, one blank between them. */
  readonly text: string;
  readonly words: readonly string[];
  /** The last word stands for every word that begins with it. */
  readonly isLastPartial: boolean;
}

export function ask(text: string): Asked {
  const words = text.split(' ').filter((word) => word !== '');
  return { text: words.join(' '), words, isLastPartial: false };
}

/** Whether one name meets the text: the rule itself, name by name. A `whole` lexicon matches whole texts only. */
export function meets(name: string, by: LexiconInput['by'], how: Tier['how'], asked: Asked): boolean {
  if (asked.words.length === 0) return false;
  if (how === 'exact' || by === 'whole') return name === asked.text;
  if (how === 'prefix') return name.startsWith(asked.text);
  const borne = new Set(name.split(' '));
  return asked.words.every((word, at) => {
    const isPartial = asked.isLastPartial && at === asked.words.length - 1;
    return isPartial ? [...borne].some((one) => one.startsWith(word)) : borne.has(word);
  });
}
