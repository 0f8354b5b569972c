import Type from 'typebox';
import { SUGGESTIONS_PER_MINUTE, type Suggestion, SuggestionSchema } from '../../contract/suggestion.js';
import { marksIn } from '../../domain/business-names/marks.js';
import { lastAsTyped, wordsSought } from '../../domain/business-names/name-words.js';
import type { EntityData } from '../../domain/entity.js';
import { currentRecord } from '../../domain/records/current-record.js';
import type { IndexQuery, Tier } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { parseSuggest, SuggestQuery, type SuggestRequest } from './request.js';

/** Records read for each suggestion: records of one name and state are one suggestion. */
const LOOKED_AT = 3;

export function suggest(dependencies: Dependencies) {
  const often = SUGGESTIONS_PER_MINUTE.toLocaleString('en-US');
  return defineOperation({
    id: 'suggest',
    method: 'GET',
    path: '/api/v1/suggest',
    summary: 'Autocomplete company names',
    description: `Returns up to 8 organizations whose name, or a word of it, starts with the query: first the company with this ticker, then listed companies, then names that start with the query, then names with a word that does; active records before others. Individuals are never suggested. Free, limited to ${often} requests a minute per key; these do not count towards the account’s limit.`,
    scope: 'read',
    free: true,
    ownLimit: SUGGESTIONS_PER_MINUTE,
    example: { query: { q: 'wil', limit: '3' } },
    params: Type.Object({}),
    query: SuggestQuery.schema,
    data: Type.Array(SuggestionSchema, {
      description: 'Best first. No two have the same name and state.',
    }),
    meta: Type.Object({
      sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
    }),
    parse: ({ query }) => parseSuggest(query),
    price: () => [],
    run: (request) => run(request, dependencies),
  });
}

async function run(request: SuggestRequest, dependencies: Dependencies): Promise<Answer> {
  const { indexes, catalog, sample } = dependencies;
  const index = indexes()?.entities;
  const found = index ? suggested(index, request) : [];
  const records =
    found.length > 0 ? await catalog.entities.getByNumber(found.map(({ number }) => number)) : [];
  const recordOf = new Map(records.map((record) => [record.number, record]));
  const now = dependencies.now();
  const all = found.flatMap(({ number, isTicker }) => {
    const record = recordOf.get(number);
    if (record === undefined) return [];
    const data = JSON.parse(currentRecord(record, now).document) as EntityData;
    return toSuggestion(data, request.text, isTicker);
  });
  return {
    data: { value: distinct(all).slice(0, request.limit) },
    meta: { ...(sample && { sample: true }) },
  };
}

interface Suggested {
  readonly number: number;
  readonly isTicker: boolean;
}

/** Names that begin so and, if they are few, names with a word that does, unless these would take long to find. */
export function suggested(index: SearchIndex, request: SuggestRequest): readonly Suggested[] {
  const limit = request.limit * LOOKED_AT;
  const first = index
    .search(beginningQuery(request, limit))
    .hits.map(({ key, tier }) => ({ number: Number(key), isTicker: TICKER_TIERS.has(tier) }));
  if (first.length >= limit || !index.isDistinctive(lastAsTyped(request.text).text, 'name')) return first;
  const known = new Set(first.map(({ number }) => number));
  const within = index.search(withinQuery(request, limit)).hits.map(({ key }) => Number(key));
  const more = within.flatMap((number) => (known.has(number) ? [] : { number, isTicker: false }));
  return [...first, ...more].slice(0, limit);
}

function toSuggestion(data: EntityData, text: string, isTicker: boolean): Suggestion {
  const { id, name, state = null, recordClass } = data;
  const ticker = isTicker ? text.toUpperCase() : null;
  return { id, name, state, recordClass, ticker, marks: marksIn(name, text.split(' '), true) };
}

function distinct(all: readonly Suggestion[]): Suggestion[] {
  const known = new Set<string>();
  return all.filter(({ name, state }) => {
    const key = `${state} ${name.toUpperCase()}`;
    return known.size < known.add(key).size;
  });
}

/**
 * Bearers of the ticker, behind a company that is better known by the word; then listed companies, their names' beginnings first; then
 * all names that begin so.
 */
const BEGINNING: readonly Tier[] = [
  { how: 'exact', lexicons: ['foremost'], form: wordsSought },
  { how: 'exact', lexicons: ['ticker'] },
  ...beginning('listed'),
  ...beginning('listedEnd'),
  ...beginning('name'),
  { how: 'prefix', lexicons: ['ticker'] },
];

/** Names in which a word begins so. */
const WITHIN: readonly Tier[] = [
  { how: 'words', lexicons: ['name'], form: lastAsTyped },
  { how: 'words', lexicons: ['name'], form: wordsSought },
];

/** The tiers of a beginning in which a ticker is met. */
const TICKER_TIERS: ReadonlySet<number> = new Set([1, BEGINNING.length - 1]);

function beginningQuery(request: SuggestRequest, limit: number): IndexQuery {
  return queryOf(request, BEGINNING, limit);
}

function withinQuery(request: SuggestRequest, limit: number): IndexQuery {
  return { ...queryOf(request, WITHIN, limit), isTyped: true };
}

function queryOf({ text, state }: SuggestRequest, tiers: readonly Tier[], limit: number): IndexQuery {
  return {
    text,
    tiers,
    guess: 'none',
    filters: [
      // A named individual is never suggested.
      { facet: 'subjectType', values: ['organization'] },
      ...(state === null ? [] : [{ facet: 'state', values: [state] }]),
    ],
    ranges: [],
    order: 'tiers',
    offset: 0,
    limit,
  };
}

/** The text unchanged, and with its last abbreviation expanded. */
function beginning(lexicon: string): Tier[] {
  return [lastAsTyped, wordsSought].map((form) => ({ how: 'prefix', lexicons: [lexicon], form }));
}
