import { OTHER_FORM } from '../../../domain/business-names/key-tiers.js';
import { splitForms } from '../../../domain/business-names/legal-forms.js';
import { comparedText } from '../../../domain/business-names/name-key.js';
import { wordsSought } from '../../../domain/business-names/name-words.js';
import { type NormalName, withoutArticles } from '../../../matching/names/normalise.js';
import { spelling } from '../../../matching/names/spellings.js';
import { wordMass } from '../../../matching/names/word-mass.js';
import type { FacetFilter, IndexQuery, Tier } from '../../../search/format/types.js';
import type { SearchIndex } from '../../../search/index.js';

const KEYS = ['nameKey', 'otherKey', 'formerKey'];
const WORDS = ['name', 'other', 'former'];
/** Matches the whole name in any legal form and spelling; own, other and former names alike. */
const WHOLE: Tier = { how: 'prefix', lexicons: KEYS, form: OTHER_FORM, whole: true };
const BEGINS: Tier = { how: 'prefix', lexicons: WORDS, form: wordsSought };
const ALL_WORDS: Tier = { how: 'words', lexicons: WORDS, form: wordsSought };
const ALL_TIERS = [WHOLE, BEGINS, ALL_WORDS];

/** Maximum number of entities compared for one name; more cost time and gain nothing. */
const MOST = 30;
/** Maximum number compared for a pair of words or a rare word, which other names contain, too. */
const MAX_OF_WORDS = 12;
/** Maximum number of names of a request that are searched. */
export const MAX_NAMES = 4;
const PAIRED_WORDS = 4;
const MAX_LEFT_OUT_OF = 12;
const MAX_LEFT_OUT = 3;

/** Numbers of the entities whose names are worth comparing with one of the names, likeliest first. */
export function namedEntities(
  index: SearchIndex,
  names: readonly NormalName[],
  state: string,
): readonly number[] {
  const found = new Set<number>();
  const add = (numbers: readonly number[]) => {
    for (const number of numbers) found.add(number);
  };
  const texts = names
    .slice(0, MAX_NAMES)
    .map(({ raw }) => comparedText(raw))
    .filter((text) => text !== '');
  const matched = texts.map((text) => ({ text, ...holdersOf(index, text, state) }));
  for (const { numbers } of matched) add(numbers);
  const isBorne = matched.some(({ isWhole }) => isWhole);
  for (const { text, isWhole, numbers } of matched) {
    if (isWhole) continue;
    if (!isBorne && numbers.length === 0) add(nearly(index, text, state));
    for (const words of tellingWords(text)) add(fewWith(index, words, state));
  }
  if (found.size === 0)
    for (const { text } of matched) add(numbersOf(index.search(asking(text, ALL_TIERS, GUESS))));
  return [...found];
}

/** Entities whose name equals the text, begins with it or contains all its words. */
function holdersOf(index: SearchIndex, text: string, state: string) {
  const answer = index.search(asking(text, ALL_TIERS, {}));
  const numbers = numbersOf(answer);
  if (answer.total > MOST && state !== '') {
    numbers.push(...numbersOf(index.search(asking(text, ALL_TIERS, { state }))));
  }
  return { numbers, isWhole: answer.hits[0]?.tier === 0 };
}

/** Entities whose name differs in one letter; else those whose name lacks the words that may be misspelt or superfluous. */
function nearly(index: SearchIndex, text: string, state: string): readonly number[] {
  const near = numbersOf(index.search(asking(text, ALL_TIERS, { guess: 'letter' })));
  return near.length > 0 ? near : withoutSome(index, coreOf(text), state);
}

/** Entities whose names contain all words but one; if none, two adjacent words or three. */
function withoutSome(index: SearchIndex, words: readonly string[], state: string): readonly number[] {
  if (words.length > MAX_LEFT_OUT_OF) return [];
  for (let count = 1; count <= MAX_LEFT_OUT; count++) {
    const found: number[] = [];
    for (let from = words.length - count; from >= 0; from--) {
      const rest = words.toSpliced(from, count).join(' ');
      found.push(...fewWith(index, rest, state));
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** Entities whose names contain all the words, if both are few; else those in the state. */
function fewWith(index: SearchIndex, words: string, state: string): number[] {
  // Finding the documents of many names costs more than all other steps here.
  const names = index.countNames(words, ALL_WORDS);
  if (names === 0) return [];
  if (names <= MAX_OF_WORDS) {
    const matches = index.search(asking(words, [ALL_WORDS], { limit: MAX_OF_WORDS }));
    if (matches.total <= MAX_OF_WORDS) return numbersOf(matches);
  }
  if (state === '') return [];
  return numbersOf(index.search(asking(words, [ALL_WORDS], { state, limit: MAX_OF_WORDS })));
}

/** Pairs of the rarest words, and the rarest word. */
function tellingWords(text: string): readonly string[] {
  const rarest = [...new Set(coreOf(text))]
    .map((word) => ({ word, mass: wordMass(spelling(word)) }))
    .sort((one, other) => other.mass - one.mass || (one.word < other.word ? -1 : 1))
    .slice(0, PAIRED_WORDS)
    .map(({ word }) => word);
  const pairs = rarest.flatMap((word, at) => rarest.slice(at + 1).map((other) => `${word} ${other}`));
  return [...pairs, ...rarest.slice(0, 1)];
}

/** The words without legal form and articles, which too many names contain. */
function coreOf(text: string): readonly string[] {
  return withoutArticles(splitForms(text.split(' ')).core);
}

/** The last resort: several words may be misspelt, as in a search. */
const GUESS = { guess: 'any', limit: MAX_OF_WORDS } as const;

interface Asking {
  readonly guess?: 'any' | 'letter';
  readonly state?: string;
  readonly limit?: number;
}

function asking(text: string, tiers: readonly Tier[], { guess, state, limit = MOST }: Asking): IndexQuery {
  const filters: FacetFilter[] = state === undefined ? [] : [{ facet: 'state', values: [state] }];
  return { text, tiers, guess: guess ?? 'none', filters, ranges: [], order: 'tiers', offset: 0, limit };
}

function numbersOf({ hits }: { readonly hits: readonly { readonly key: bigint }[] }): number[] {
  return hits.map(({ key }) => Number(key));
}

/** Number of entities with the name, in the state if given, and the numbers of some of them. */
export function holdersOfName(index: SearchIndex, name: NormalName, max: number, state?: string) {
  const of = state === undefined ? { limit: max } : { limit: max, state };
  const answer = index.search(asking(comparedText(name.raw), [WHOLE], of));
  return { total: answer.total, numbers: numbersOf(answer) };
}
