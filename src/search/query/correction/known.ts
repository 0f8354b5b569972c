import type { Lexicon } from '../../fields/lexicon.js';
import type { ParsedQuery } from '../../fields/parsed-query.js';
import type { Vocabulary } from '../../fields/vocabulary.js';
import type { IndexQuery, Tier } from '../../format/types.js';
import { matchTier, type Segment } from '../../segment/segment.js';
import { editCost } from '../../texts/edit-cost.js';
import { firstFieldsAtTwo, firstFieldsNear, neighbours, neighboursAtTwo } from '../../texts/neighbours.js';
import type { Known } from './words-known.js';

/** Shorter abbreviations have too many neighbours. */
const ABBREVIATION = 4;

type CorrectionOptions = Pick<IndexQuery, 'tiers' | 'wordsFor' | 'abbreviations' | 'prominent'>;

/** Looks up words and names in all segments. */
export class KnownInSegments implements Known {
  readonly #words: Tier;
  readonly #named: readonly Lexicon[];
  readonly #vocabularies: readonly Vocabulary[];
  readonly #keyed: readonly Lexicon[];
  readonly #keyTier: Tier | undefined;
  readonly #abbreviations: NonNullable<IndexQuery['abbreviations']>;
  readonly #prominent: Tier | undefined;
  readonly #segments: readonly Segment[];
  readonly #wordsFor: NonNullable<IndexQuery['wordsFor']>;
  readonly #answers = new Map<string, boolean>();
  /** By distance and word: the same word is suspected several times, with different other words. */
  readonly #near = new Map<string, ReadonlyMap<string, number>>();

  constructor(
    { tiers, wordsFor = () => [], abbreviations = new Map(), prominent }: CorrectionOptions,
    segments: readonly Segment[],
    private readonly form: (tier: Tier, text: string) => ParsedQuery | null,
  ) {
    const lexiconsOf = (of: readonly Tier[]) => {
      const names = new Set(of.flatMap(({ lexicons }) => lexicons));
      return segments.flatMap(({ lexicons }) => [...names].flatMap((name) => lexicons.get(name) ?? []));
    };
    const wordTiers = tiers.filter(({ how }) => how === 'words');
    const wholeTiers = tiers.filter(({ whole }) => whole === true);
    this.#words = wordTiers[0] ?? { how: 'words', lexicons: [] };
    this.#named = lexiconsOf(wordTiers).filter(({ vocabulary }) => vocabulary !== null);
    this.#vocabularies = this.#named.flatMap(({ vocabulary }) => vocabulary ?? []);
    this.#keyed = lexiconsOf(wholeTiers).filter(({ about }) => about.by === 'keys');
    const keyNames = new Set(this.#keyed.map(({ about }) => about.name));
    this.#keyTier = wholeTiers.find(({ lexicons }) => lexicons.some((name) => keyNames.has(name)));
    this.#prominent = prominent;
    this.#abbreviations = abbreviations;
    this.#segments = segments;
    this.#wordsFor = wordsFor;
  }

  spelt(word: string): string {
    return this.form(this.#words, word)?.text ?? word;
  }

  has(word: string): boolean {
    let answer = this.#answers.get(word);
    if (answer === undefined) {
      const spelt = this.spelt(word);
      answer = this.#vocabularies.some((vocabulary) => vocabulary.has(spelt));
      this.#answers.set(word, answer);
    }
    return answer;
  }

  meantBy(word: string): readonly string[] {
    return this.#wordsFor(word);
  }

  begins(start: string): boolean {
    return this.#vocabularies.some((vocabulary) => vocabulary.begins(start));
  }

  beginningWith(start: string, max: number): ReadonlySet<string> | null {
    const words = new Set<string>();
    for (const vocabulary of this.#vocabularies) {
      for (const word of vocabulary.beginningWith(start)) {
        words.add(word);
        if (words.size > max) return null;
      }
    }
    return words;
  }

  near(word: string, distance: 1 | 2): ReadonlyMap<string, number> {
    const key = `${distance} ${word}`;
    let near = this.#near.get(key);
    if (near === undefined) {
      near = this.#lookUpNear(word, distance);
      this.#near.set(key, near);
    }
    return near;
  }

  #lookUpNear(word: string, distance: 1 | 2): ReadonlyMap<string, number> {
    const bearers = new Map<string, number>();
    for (const vocabulary of this.#vocabularies) {
      const numbers =
        distance === 1 ? neighbours(vocabulary.words, word) : neighboursAtTwo(vocabulary.words, word);
      for (const number of numbers) {
        const counted = vocabulary.countedNames(number);
        if (counted === 0) continue;
        const text = vocabulary.words.text(number);
        if (text === word) continue;
        bearers.set(text, (bearers.get(text) ?? 0) + counted);
      }
    }
    for (const whole of this.#abbreviations.keys()) {
      const [, ...shorter] = this.writings(whole);
      if (whole === word || shorter.every((short) => editCost(word, short, distance) === null)) continue;
      const count = this.countMatches([whole]);
      if (count > 0) bearers.set(whole, count);
    }
    return bearers;
  }

  countMatches(words: readonly string[]): number {
    const spelt = this.#speltTogether(words);
    return this.#named.reduce((sum, lexicon) => sum + lexicon.countMatches(spelt), 0);
  }

  writings(word: string): readonly string[] {
    const shorter = this.#abbreviations.get(word) ?? [];
    return [word, ...shorter.filter(({ length }) => length >= ABBREVIATION)];
  }

  isProminent(text: string): boolean {
    const tier = this.#prominent;
    const sought = tier && this.form(tier, text);
    if (!sought) return false;
    return this.#segments.some((segment) =>
      matchTier(sought, tier, segment.lexicons).some((one) => segment.isLive(one)),
    );
  }

  bearers(words: readonly string[], max: number): readonly string[] | null {
    const spelt = this.#speltTogether(words);
    if (this.countMatches(words) > max) return null;
    return this.#named.flatMap((lexicon) => lexicon.namesBearing(spelt, max) ?? []);
  }

  /** As the words of a text: a leading `the` is in no name. */
  #speltTogether(words: readonly string[]): readonly string[] {
    return words.length === 0 ? [] : this.spelt(words.join(' ')).split(' ');
  }

  wholeNear(text: string): { readonly field: string; readonly near: ReadonlySet<string> } | null {
    const field = this.fieldOf(text);
    if (field === null) return null;
    const near = new Set<string>();
    for (const lexicon of this.#keyed) {
      for (const one of firstFieldsNear(lexicon.names, field, (name) => lexicon.isCounted(name)))
        near.add(one);
    }
    return { field, near };
  }

  prominentNear(text: string): ReadonlySet<string> {
    const field = this.fieldOf(text);
    if (field === null) return new Set();
    const keyed = this.#segments.flatMap(({ lexicons }) =>
      (this.#prominent?.lexicons ?? []).flatMap((name) => lexicons.get(name) ?? []),
    );
    return new Set(
      keyed.flatMap((lexicon) => [
        ...firstFieldsAtTwo(lexicon.names, field, (name) => lexicon.isCounted(name)),
      ]),
    );
  }

  fieldOf(text: string): string | null {
    const key = this.#keyTier && this.form(this.#keyTier, text);
    return key?.text.split(' ')[0] ?? null;
  }
}
