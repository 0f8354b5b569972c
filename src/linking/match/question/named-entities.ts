import { OTHER_FORM } from '../../../domain/business-names/key-tiers.js';
import { comparedText } from '../../../domain/business-names/name-key.js';
import { wordsSought } from '../../../domain/business-names/name-words.js';
import type { NormalName } from '../../../matching/names/normalise.js';
import { spelling } from '../../../matching/names/spellings.js';
import { wordMass } from '../../../matching/names/word-mass.js';
import type { SearchIndex } from '../../../search/index.js';
import type { FacetFilter, IndexQuery, Tier } from '../../../search/types.js';

const KEYS = ['nameKey', 'otherKey', 'formerKey'];
const WORDS = ['name', 'other', 'former'];
/** Bearers of the name in whatever legal form and spelling; own, other and former names alike. */
const WHOLE: Tier = { how: 'prefix', lexicons: KEYS, form: OTHER_FORM, whole: true };
const BEGINS: Tier = { how: 'prefix', lexicons: WORDS, form: wordsSought };
const ALL_WORDS: Tier = { how: 'words', lexicons: WORDS, form: wordsSought };

/** Compared for one name at most; more cost time and gain nothing. */
const MOST = 30;
/** Compared at most for a pair of words or a rare word, which others bear in other names. */
const MOST_OF_WORDS = 12;
/** The names of a question that are looked for. */
const MOST_NAMES = 4;
const PAIRED_WORDS = 4;

/** Numbers of the entities whose names are worth comparing with one of the names, the likeliest first. */
export function namedEntities(
  index: SearchIndex,
  names: readonly NormalName[],
  state: string,
): readonly number[] {
  const found = new Set<number>();
  for (const name of names.slice(0, MOST_NAMES)) {
    for (const number of entitiesOfName(index, comparedText(name.raw), state)) found.add(number);
  }
  return [...found];
}

function* entitiesOfName(index: SearchIndex, text: string, state: string): Generator<number> {
  if (text === '') return;
  const answer = index.search(asking(text, [WHOLE, BEGINS, ALL_WORDS], { guess: true }));
  yield* numbersOf(answer);
  if (answer.total > MOST && state !== '') {
    yield* numbersOf(index.search(asking(text, [WHOLE, BEGINS, ALL_WORDS], { state })));
  }
  if (answer.hits[0]?.tier === 0 && answer.corrected === null && answer.removed.length === 0) return;
  for (const words of tellingWords(text)) {
    const met = index.search(asking(words, [ALL_WORDS], { limit: MOST_OF_WORDS }));
    if (met.total <= MOST_OF_WORDS) yield* numbersOf(met);
    else if (state !== '')
      yield* numbersOf(index.search(asking(words, [ALL_WORDS], { state, limit: MOST_OF_WORDS })));
  }
}

/** The pairs of the rarest words, and the rarest alone. */
function tellingWords(text: string): readonly string[] {
  const rarest = [...new Set(text.split(' '))]
    .map((word) => ({ word, mass: wordMass(spelling(word)) }))
    .sort((one, other) => other.mass - one.mass || (one.word < other.word ? -1 : 1))
    .slice(0, PAIRED_WORDS)
    .map(({ word }) => word);
  const pairs = rarest.flatMap((word, at) => rarest.slice(at + 1).map((other) => `${word} ${other}`));
  return [...pairs, ...rarest.slice(0, 1)];
}

interface Asking {
  readonly guess?: boolean;
  readonly state?: string;
  readonly limit?: number;
}

function asking(
  text: string,
  tiers: readonly Tier[],
  { guess = false, state, limit = MOST }: Asking,
): IndexQuery {
  const filters: FacetFilter[] = state === undefined ? [] : [{ facet: 'state', values: [state] }];
  return { text, tiers, guess, filters, ranges: [], order: 'tiers', offset: 0, limit };
}

function numbersOf({ hits }: { readonly hits: readonly { readonly key: bigint }[] }): number[] {
  return hits.map(({ key }) => Number(key));
}

/** How many entities bear the name, in the state if one is given, and the numbers of some of them. */
export function bearersOfName(index: SearchIndex, name: NormalName, most: number, state?: string) {
  const of = state === undefined ? { limit: most } : { limit: most, state };
  const answer = index.search(asking(comparedText(name.raw), [WHOLE], of));
  return { total: answer.total, numbers: numbersOf(answer) };
}
