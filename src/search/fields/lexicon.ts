import { upperBound } from '../../collections/bisect.js';
import { GrowableUint32 } from '../../collections/growable.js';
import type { Container } from '../format/container.js';
import type { LexiconAbout } from '../format/layout.js';
import type { Tier } from '../format/types.js';
import { type Adjacency, openAdjacency } from '../sets/adjacency.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon } from '../sets/bitmap/intersection.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import { BitmapTable } from '../sets/bitmap-table.js';
import { asBitmap, listOf, NO_NUMBERS, type NumberSet, sizeOf, united } from '../sets/number-set.js';
import { filterInPlace } from '../sets/sorted-lists.js';
import type { NumberRange, SortedTexts } from '../texts/sorted-texts.js';
import type { DocumentCollector } from './document-collector.js';
import { GroupNames } from './group-names.js';
import type { ParsedQuery } from './parsed-query.js';
import { bearersOfBeginning } from './partial-word.js';
import type { Matches, TextMatch } from './text-match.js';
import { openTexts, Vocabulary } from './vocabulary.js';

/** Replaces the number of a name that is empty. */
export const NO_NAME = 0xffffffff;

const NO_NAMES: NumberRange = { from: 0, to: 0 };

export class Lexicon {
  readonly about: LexiconAbout;
  readonly names: SortedTexts;
  /** Null if names are not matched by word. */
  readonly vocabulary: Vocabulary | null;
  readonly broad: MaterialisedPostings;
  /** Null if the owners of the names are documents. */
  readonly ofGroups: GroupNames | null;
  readonly #owners: Adjacency;
  readonly #ownNames: Uint32Array | null;
  readonly #fold: DocumentCollector;
  readonly #uncounted: Bitmap | null;
  /** Tier after tier seeks a name by the same root: it is looked up once. */
  #root: string | undefined;
  #withRoot: NumberRange = NO_NAMES;

  /** `uncounted`: names that do not count towards the frequency of a word. */
  constructor(
    container: Container,
    section: string,
    about: LexiconAbout,
    fold: DocumentCollector,
    uncounted: Bitmap | null,
  ) {
    this.about = about;
    this.names = openTexts(container, `${section}/names`);
    this.vocabulary =
      about.by === 'words' ? new Vocabulary(container, section, about.listAtMost, uncounted) : null;
    this.broad = new MaterialisedPostings(container, section, about.broadSets);
    this.#owners = openAdjacency(container, `${section}/owners`);
    this.ofGroups =
      about.owners === 'groups'
        ? new GroupNames(this.names, openAdjacency(container, `${section}/names-of-owner`), this.vocabulary)
        : null;
    this.#ownNames = about.ownNames ? container.uint32(`${section}/own-names`) : null;
    this.#fold = fold;
    this.#uncounted = uncounted;
  }

  /** Returns null if no name matches the text. */
  match(parsed: ParsedQuery, how: Tier['how']): Matches | null {
    if (parsed.words.length === 0) return null;
    if (how === 'words' && this.vocabulary !== null) {
      return this.#accepted(this.#matchWords(parsed, this.vocabulary), parsed);
    }
    const isPrefix = how === 'prefix' && this.about.by !== 'whole';
    if (parsed.root !== undefined && parsed.root !== this.#root) {
      this.#withRoot = this.names.beginningWith(parsed.root);
      this.#root = parsed.root;
    }
    const among = parsed.root === undefined ? undefined : this.#withRoot;
    const names = isPrefix
      ? this.names.beginningWith(parsed.text, among)
      : this.names.whole(parsed.text, among);
    return this.#accepted(matchedRange(names), parsed);
  }

  /**
   * Keeps the names that `accepts` returns true for. Returns a range if they are consecutive: its documents may be
   * materialised.
   */
  #accepted(matches: Matches | null, { accepts }: ParsedQuery): Matches | null {
    if (matches === null || accepts === undefined || 'documents' in matches) return matches;
    const all = 'from' in matches.names ? numbersFrom(matches.names) : listOf(matches.names).slice();
    const names = filterInPlace(all, (name) => accepts(this.names.text(name)));
    const [first, last] = [names[0], names.at(-1)];
    if (first === undefined || last === undefined) return null;
    return last - first < names.length ? matchedRange({ from: first, to: last + 1 }) : { names };
  }

  /** Returns the counted names that contain all the words; null if there are more than `max`. */
  namesBearing(words: readonly string[], max: number): string[] | null {
    const numbers = this.vocabulary?.numbersOf(words) ?? null;
    if (numbers === null || this.vocabulary === null) return [];
    const names = this.vocabulary.namesOfAll(numbers);
    if (sizeOf(names) > max + (this.#uncounted?.size ?? 0)) return null;
    const counted = [...listOf(names)].filter((name) => !this.#uncounted?.has(name));
    return counted.length > max ? null : counted.map((name) => this.names.text(name));
  }

  /** Returns true if the name counts towards word frequencies. */
  isCounted(name: number): boolean {
    return !this.#uncounted?.has(name);
  }

  /** Returns the number of counted names that contain all the words; of all counted names if there are no words. */
  countMatches(words: readonly string[]): number {
    const uncounted = this.#uncounted;
    if (words.length === 0) return this.names.count - (uncounted?.size ?? 0);
    const numbers = this.vocabulary?.numbersOf(words) ?? null;
    if (numbers === null || this.vocabulary === null) return 0;
    if (uncounted === null) return this.vocabulary.countOfAll(numbers);
    const names = this.vocabulary.namesOfAll(numbers);
    return sizeOf(names) - countCommon(uncounted, asBitmap(names));
  }

  /** May omit documents of names in the range `known`. */
  documentsOf(matches: Matches, known: NumberRange = NO_NAMES): NumberSet {
    if ('documents' in matches) {
      const { documents, rest } = matches;
      const others = sizeOf(rest) === 0 ? [] : [this.documentsOf({ names: rest })];
      return united([...documents, ...others]);
    }
    const { names } = matches;
    if ('from' in names) {
      if (known.from <= names.from && names.to <= known.to) return NO_NUMBERS;
      const ready = this.broad.ofRange(names);
      if (ready !== undefined) return ready;
    }
    return this.#fold.documentsOf(this.#owners, without(names, known));
  }

  /** Returns the document's own name if the lexicon stores it. */
  ownName(document: number): string | undefined {
    const name = this.#ownNames?.[document];
    return name === undefined || name === NO_NAME ? undefined : this.names.text(name);
  }

  /** Returns the names that only these documents have. Groups keep their names even without documents. */
  namesOnlyOf(documents: Bitmap): Bitmap {
    const only = new GrowableUint32();
    if (documents.isEmpty || this.about.owners === 'groups') return bitmapOfNumbers(NO_NUMBERS);
    const { starts, values } = this.#owners;
    for (let name = 0; name + 1 < starts.length; name++) {
      let at = starts[name] as number;
      const end = starts[name + 1] as number;
      while (at < end && documents.has(values[at] as number)) at++;
      if (at === end) only.push(name);
    }
    return bitmapOfNumbers(only.view());
  }

  #matchWords(parsed: ParsedQuery, vocabulary: Vocabulary): Matches | null {
    const { words: all, isLastPartial } = parsed;
    const whole = isLastPartial ? all.slice(0, -1) : all;
    const words = vocabulary.numbersOf(whole);
    if (words === null) return null;
    const start = isLastPartial ? (all.at(-1) ?? '') : '';
    // In `inc fir in`, `inc` already starts with the prefix `in`.
    if (!whole.some((word) => word.startsWith(start))) {
      return this.#matchPrefix(words, start, vocabulary);
    }
    const documents = this.broad.ofWords(words);
    if (documents !== undefined) return { documents: [documents], rest: NO_NUMBERS };
    const names = vocabulary.namesOfAll(words);
    return sizeOf(names) === 0 ? null : { names };
  }

  /**
   * Returns names with all the words and a word with the prefix. The documents of the most frequent such words are
   * materialised.
   */
  #matchPrefix(words: readonly number[], start: string, vocabulary: Vocabulary): Matches | null {
    const among = words.length === 0 ? null : vocabulary.namesOfAll(words);
    if (among !== null && sizeOf(among) === 0) return null;
    const ready = this.broad.withWordIn(words, vocabulary.words.beginningWith(start));
    const rest = bearersOfBeginning(
      { start, among, except: new Set(ready.keys()) },
      { names: this.names, vocabulary },
    );
    if (ready.size > 0) return { documents: [...ready.values()], rest };
    return sizeOf(rest) === 0 ? null : { names: rest };
  }
}

function without(names: NumberRange | NumberSet, known: NumberRange): NumberRange | Uint32Array {
  if (known.from !== known.to) {
    return filterInPlace(ownList(names), (name) => name < known.from || name >= known.to);
  }
  return 'from' in names ? names : listOf(names);
}

function ownList(names: NumberRange | NumberSet): Uint32Array {
  return 'from' in names ? numbersFrom(names) : listOf(names).slice();
}

function numbersFrom({ from, to }: NumberRange): Uint32Array {
  const numbers = new Uint32Array(to - from);
  for (let at = 0; at < numbers.length; at++) numbers[at] = from + at;
  return numbers;
}

function matchedRange(names: NumberRange): Matches | null {
  return names.from === names.to ? null : { names };
}

export interface LexiconMatch extends TextMatch {
  readonly lexicon: Lexicon;
}

/** Materialised documents of prefixes and sets of words that match many. */
class MaterialisedPostings {
  readonly #ends: Uint32Array;
  readonly #rangeBitmaps: BitmapTable;
  readonly #sets: ReadonlyMap<string, number>;
  readonly #setBitmaps: BitmapTable | null;
  /** The words that are materialised on their own, ascending. Every word of a materialised set is one of them. */
  readonly #single: Uint32Array;

  constructor(container: Container, section: string, broadSets: readonly string[]) {
    this.#ends = container.uint32(`${section}/broad-ranges/ends`);
    this.#rangeBitmaps = new BitmapTable(container, `${section}/broad-ranges`);
    this.#sets = new Map(broadSets.map((key, at) => [key, at]));
    this.#single = Uint32Array.from(
      broadSets.filter((key) => !key.includes(',')),
      Number,
    ).sort();
    this.#setBitmaps = broadSets.length === 0 ? null : new BitmapTable(container, `${section}/broad-sets`);
  }

  get count(): number {
    return this.#rangeBitmaps.count + this.#sets.size;
  }

  /** Returns the documents of a range or a set of words by its number in the file. */
  at(of: 'range' | 'words', number: number): Bitmap | undefined {
    return of === 'range' ? this.#rangeBitmaps.get(number) : this.#setBitmaps?.get(number);
  }

  /** Returns the documents of the names in the range, if materialised. */
  ofRange(range: NumberRange): Bitmap | undefined {
    const [ends, count] = [this.#ends, this.#rangeBitmaps.count];
    const compare = (at: number) =>
      (ends[2 * at] as number) - range.from || (ends[2 * at + 1] as number) - range.to;
    const found = upperBound(0, count, (at) => compare(at) >= 0);
    return found < count && compare(found) === 0 ? this.#rangeBitmaps.get(found) : undefined;
  }

  /** Returns the documents of the names that contain all the words, if materialised. */
  ofWords(words: readonly number[]): Bitmap | undefined {
    const key = [...words].sort((one, other) => one - other).join(',');
    const place = this.#sets.get(key);
    return place === undefined ? undefined : this.#setBitmaps?.get(place);
  }

  /** Returns, for each word of the range, the documents of names with it and all the words, if materialised. */
  withWordIn(words: readonly number[], { from, to }: NumberRange): Map<number, Bitmap> {
    const ready = new Map<number, Bitmap>();
    const single = this.#single;
    for (
      let at = upperBound(0, single.length, (at) => (single[at] as number) >= from);
      at < single.length && (single[at] as number) < to;
      at++
    ) {
      const word = single[at] as number;
      const documents = this.ofWords([...words, word]);
      if (documents !== undefined) ready.set(word, documents);
    }
    return ready;
  }
}
