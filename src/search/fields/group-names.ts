import type { Tier } from '../format/types.js';
import type { Adjacency } from '../sets/adjacency.js';
import type { SortedTexts } from '../texts/sorted-texts.js';
import { matchesText, type ParsedQuery } from './parsed-query.js';
import type { Matches, TextMatch } from './text-match.js';
import type { Vocabulary } from './vocabulary.js';

/** The names of a lexicon by group. */
export class GroupNames {
  readonly #names: SortedTexts;
  readonly #ofGroup: Adjacency;
  readonly #vocabulary: Vocabulary | null;

  /** If `vocabulary` is null, names only match as whole texts. */
  constructor(names: SortedTexts, ofGroup: Adjacency, vocabulary: Vocabulary | null) {
    this.#names = names;
    this.#ofGroup = ofGroup;
    this.#vocabulary = vocabulary;
  }

  /** Returns all names of the group. */
  texts(group: number): string[] {
    const { starts, values } = this.#ofGroup;
    return Array.from(values.subarray(starts[group], starts[group + 1]), (name) => this.#names.text(name));
  }

  /**
   * Returns a predicate: whether one of a group's names matches the text. It remains valid after the search because it reads no
   * bitmap of `matches`.
   */
  groupMatcher({ parsed, how, matches }: TextMatch): (group: number) => boolean {
    const isMatch = this.#nameMatches(parsed, how, matches);
    const { starts, values } = this.#ofGroup;
    return (group) => {
      const end = starts[group + 1] as number;
      for (let at = starts[group] as number; at < end; at++) if (isMatch(values[at] as number)) return true;
      return false;
    };
  }

  #nameMatches(parsed: ParsedQuery, how: Tier['how'], matches: Matches): (name: number) => boolean {
    if ('names' in matches && 'from' in matches.names) {
      const { from, to } = matches.names;
      return (name) => name >= from && name < to;
    }
    const isByNumber = how === 'words' && !parsed.isLastPartial && parsed.accepts === undefined;
    const words = isByNumber ? this.#vocabulary?.numbersOf(parsed.words) : null;
    const by = this.#vocabulary === null ? 'keys' : 'words';
    if (!words) return (name) => matchesText(this.#names.text(name), by, how, parsed);
    const contains = words.map((word) => this.#vocabulary?.bearers(word) ?? (() => false));
    return (name) => contains.every((has) => has(name));
  }
}
