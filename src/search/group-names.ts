import { type Asked, meets } from './asked.js';
import type { Many } from './many.js';
import type { SortedTexts } from './sorted-texts.js';
import type { LexiconInput, Tier } from './types.js';

/** The names of a lexicon, group by group. */
export class GroupNames {
  readonly #names: SortedTexts;
  readonly #ofGroup: Many;
  readonly #by: LexiconInput['by'];

  constructor(names: SortedTexts, ofGroup: Many, by: LexiconInput['by']) {
    this.#names = names;
    this.#ofGroup = ofGroup;
    this.#by = by;
  }

  /** All names of the group. */
  texts(group: number): string[] {
    const { starts, values } = this.#ofGroup;
    return Array.from(values.subarray(starts[group], starts[group + 1]), (name) => this.#names.text(name));
  }

  /** Tells of groups whether a name of theirs meets the text. */
  whoMeets(asked: Asked, how: Tier['how']): (group: number) => boolean {
    if (asked.words.length === 0) return () => false;
    const isMet = this.#nameMeets(asked, how);
    const { starts, values } = this.#ofGroup;
    return (group) => {
      const end = starts[group + 1] as number;
      for (let at = starts[group] as number; at < end; at++) if (isMet(values[at] as number)) return true;
      return false;
    };
  }

  /** Only words are looked for in the texts: whole names and beginnings are ranges of numbers. */
  #nameMeets(asked: Asked, how: Tier['how']): (name: number) => boolean {
    const isWhole = how === 'exact' || this.#by === 'whole';
    if (how === 'words' && !isWhole) return (name) => meets(this.#names.text(name), this.#by, how, asked);
    const { from, to } = isWhole ? this.#names.whole(asked.text) : this.#names.beginningWith(asked.text);
    return (name) => name >= from && name < to;
  }
}
