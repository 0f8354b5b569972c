import { setImmediate as nextTurn } from 'node:timers/promises';
import { upperBound } from '../../../collections/bisect.js';
import { ERRORS } from '../../../contract/errors.js';
import { type OpenApiView, routesOf } from '../openapi-view.js';
import { pathOfOperation } from '../reference.js';
import { plainText } from './content.js';
import { ENGINEERS, type Guide } from './library.js';

/** A place in the docs that holds all words. */
interface DocsHit {
  readonly path: string;
  /** The document; its section follows if it is not the beginning. */
  readonly title: string;
  /** The words around the first that was found. */
  readonly excerpt: string;
}

export interface DocsFound {
  readonly hits: readonly DocsHit[];
  readonly total: number;
  /** The words that were looked for. */
  readonly words: readonly string[];
}

interface Place {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly isForEngineers: boolean;
}

interface Index {
  readonly places: readonly Place[];
  /** Those of the places, in small letters. */
  readonly lowerTexts: readonly string[];
  readonly titles: WordIndex;
  readonly texts: WordIndex;
}

const MAX_HITS = 20;
const MAX_WORDS = 8;
const AROUND = 90;

/** Finds sections of documents, operations and errors by the beginnings of their words. */
export class DocsSearch {
  #index: Promise<Index> | undefined;

  constructor(
    private readonly library: readonly Guide[],
    private readonly openApi: () => OpenApiView,
  ) {}

  async find(query: string): Promise<DocsFound> {
    const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
    if (words.length === 0) return { hits: [], total: 0, words };
    this.#index ??= this.#read().catch((error: unknown) => {
      this.#index = undefined;
      throw error;
    });
    const index = await this.#index;
    const found = [...weightsOf(index, words).entries()]
      .filter(([, weight]) => weight > 0)
      .sort(([one, oneWeight], [other, otherWeight]) => otherWeight - oneWeight || one - other);
    const beginnings = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}_])${word}`, 'u'));
    const hits = found.slice(0, MAX_HITS).flatMap(([at]) => {
      const place = index.places[at];
      if (!place) return [];
      const { path, title, text } = place;
      return [{ path, title, excerpt: excerptOf(text, index.lowerTexts[at] ?? '', beginnings) }];
    });
    return { hits, total: found.length, words };
  }

  /** One document in a turn of the event loop: the first search holds up nobody. */
  async #read(): Promise<Index> {
    const places: Place[] = [];
    for (const guide of this.library) {
      places.push(...sectionsOf(guide));
      await nextTurn();
    }
    places.push(...this.#operations(), ...errors());
    await nextTurn();
    const titles = new WordIndex(places.map(({ title }) => wordsOf(title)));
    await nextTurn();
    const texts = new WordIndex(places.map(({ text }) => wordsOf(text)));
    return { places, lowerTexts: places.map(({ text }) => text.toLowerCase()), titles, texts };
  }

  #operations(): Place[] {
    return routesOf(this.openApi()).map(({ path, method, operation }) => ({
      path: pathOfOperation(operation.operationId),
      title: `API: ${operation.summary}`,
      text: withoutQuotes(`${method} ${path} ${operation.description}`),
      isForEngineers: false,
    }));
  }
}

function sectionsOf(guide: Guide): Place[] {
  const { summary, sections } = guide.parse();
  return sections.map(({ title, anchor, blocks }) => ({
    path: anchor === '' ? guide.path : `${guide.path}#${anchor}`,
    title: anchor === '' ? summary.title : `${summary.title}: ${title}`,
    text: blocks.map((token) => plainText([token])).join(' '),
    isForEngineers: guide.group === ENGINEERS,
  }));
}

function errors(): Place[] {
  return Object.entries(ERRORS).map(([code, { status, title, meaning, cure }]) => ({
    path: `/docs/errors/${code}`,
    title: `Error ${status} ${code}: ${title}`,
    text: withoutQuotes(`${meaning} ${cure}`),
    isForEngineers: false,
  }));
}

/** Words of code stand between back quotes. */
function withoutQuotes(text: string): string {
  return text.replaceAll('`', '');
}

/** One for each place; 0 if a word is missing. Titles count more, and documents for users. */
function weightsOf({ places, titles, texts }: Index, words: readonly string[]): number[] {
  const counted = words.map((word) => ({
    inTitle: titles.countsOf(word),
    isTitleWord: titles.countsOfWhole(word),
    inText: texts.countsOf(word),
  }));
  return places.map(({ isForEngineers }, at) => {
    let weight = 0;
    for (const { inTitle, isTitleWord, inText } of counted) {
      const [inTitleHere = 0, inTextHere = 0] = [inTitle[at], inText[at]];
      if (inTitleHere + inTextHere === 0) return 0;
      weight += 10 * Math.min(inTitleHere, 1) + (isTitleWord[at] ? 5 : 0) + Math.min(inTextHere, 5);
    }
    return isForEngineers ? weight / 4 : weight;
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function excerptOf(text: string, lower: string, beginnings: readonly RegExp[]): string {
  const places = beginnings.map((beginning) => lower.search(beginning));
  const first = Math.min(...places.filter((place) => place >= 0));
  const from = Number.isFinite(first) ? Math.max(0, first - AROUND) : 0;
  const cut = text.slice(from, from + 2 * AROUND + 20);
  const start = from === 0 ? cut : `… ${cut.slice(cut.indexOf(' ') + 1)}`;
  return from + cut.length >= text.length ? start : `${start.slice(0, start.lastIndexOf(' '))} …`;
}

/** The words of numbered places, found by their beginnings. */
export class WordIndex {
  /** In order. */
  readonly #words: readonly string[];
  /** The sections of each word, with repetitions. */
  readonly #places = new Map<string, number[]>();
  readonly #size: number;

  constructor(wordsOfPlaces: readonly (readonly string[])[]) {
    for (const [place, words] of wordsOfPlaces.entries()) {
      for (const word of words) {
        const places = this.#places.get(word);
        if (places) places.push(place);
        else this.#places.set(word, [place]);
      }
    }
    this.#words = [...this.#places.keys()].sort();
    this.#size = wordsOfPlaces.length;
  }

  /** For each section, the number of its words with this prefix. */
  countsOf(beginning: string): Uint32Array {
    const counts = new Uint32Array(this.#size);
    const words = this.#words;
    const first = upperBound(0, words.length, (at) => (words[at] ?? '') >= beginning);
    for (let at = first; words[at]?.startsWith(beginning); at++) this.#count(words[at] ?? '', counts);
    return counts;
  }

  /** For each section, the number of occurrences. */
  countsOfWhole(word: string): Uint32Array {
    const counts = new Uint32Array(this.#size);
    this.#count(word, counts);
    return counts;
  }

  #count(word: string, counts: Uint32Array): void {
    for (const place of this.#places.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1;
  }
}
