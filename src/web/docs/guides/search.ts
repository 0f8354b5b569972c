import { ERRORS } from '../../../contract/errors.js';
import { type OpenApiView, routesOf } from '../openapi-view.js';
import { plainText } from './content.js';
import { ENGINEERS, type Guide } from './library.js';

/** A place in the docs that holds all words. */
export interface DocsHit {
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

interface IndexedPlace extends Place {
  readonly inTitle: readonly string[];
  readonly inText: readonly string[];
}

const HITS_MOST = 40;
const WORDS_MOST = 8;
const AROUND = 90;

/** Finds sections of documents, operations and errors by the beginnings of their words. */
export class DocsSearch {
  #places: readonly IndexedPlace[] | undefined;

  constructor(
    private readonly library: readonly Guide[],
    private readonly openApi: () => OpenApiView,
  ) {}

  find(query: string): DocsFound {
    const words = wordsOf(query).slice(0, WORDS_MOST);
    if (words.length === 0) return { hits: [], total: 0, words };
    this.#places ??= [...this.#sections(), ...this.#operations(), ...errors()].map((place) => ({
      ...place,
      inTitle: wordsOf(place.title),
      inText: wordsOf(place.text),
    }));
    const found = this.#places
      .map((place, at) => ({ place, at, weight: weightOf(place, words) }))
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight || one.at - other.at);
    const hits = found.slice(0, HITS_MOST).map(({ place }) => ({
      path: place.path,
      title: place.title,
      excerpt: excerptOf(place.text, words),
    }));
    return { hits, total: found.length, words };
  }

  #sections(): Place[] {
    return this.library.flatMap((guide) => {
      const { summary, sections } = guide.parse();
      return sections.map(({ title, anchor, blocks }) => ({
        path: anchor === '' ? guide.path : `${guide.path}#${anchor}`,
        title: anchor === '' ? summary.title : `${summary.title}: ${title}`,
        text: blocks.map((token) => plainText([token])).join(' '),
        isForEngineers: guide.group === ENGINEERS,
      }));
    });
  }

  #operations(): Place[] {
    return routesOf(this.openApi()).map(({ path, method, operation }) => ({
      path: `/docs/api#${operation.operationId}`,
      title: `API: ${operation.summary}`,
      text: `${method} ${path} ${operation.description}`,
      isForEngineers: false,
    }));
  }
}

function errors(): Place[] {
  return Object.entries(ERRORS).map(([code, { status, title, meaning, cure }]) => ({
    path: `/docs/errors/${code}`,
    title: `Error ${status} ${code}: ${title}`,
    text: `${meaning} ${cure}`,
    isForEngineers: false,
  }));
}

/** 0 if a word is missing. Titles count more, and documents for users. */
function weightOf({ inTitle, inText, isForEngineers }: IndexedPlace, words: readonly string[]): number {
  let weight = 0;
  for (const word of words) {
    const begins = (one: string) => one.startsWith(word);
    const [titles, texts] = [inTitle.filter(begins).length, inText.filter(begins).length];
    if (titles + texts === 0) return 0;
    weight += 10 * Math.min(titles, 1) + (inTitle.includes(word) ? 5 : 0) + Math.min(texts, 5);
  }
  return isForEngineers ? weight / 4 : weight;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.search(new RegExp(`(?<![\\p{L}\\p{N}_])${word}`, 'u')));
  const first = Math.min(...places.filter((place) => place >= 0));
  const from = Number.isFinite(first) ? Math.max(0, first - AROUND) : 0;
  const cut = text.slice(from, from + 2 * AROUND + 20);
  const start = from === 0 ? cut : `… ${cut.slice(cut.indexOf(' ') + 1)}`;
  return from + cut.length >= text.length ? start : `${start.slice(0, start.lastIndexOf(' '))} …`;
}
