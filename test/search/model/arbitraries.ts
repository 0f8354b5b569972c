import fc from 'fast-check';
import {
  type CountedFacet,
  type FacetInput,
  type GroupsInput,
  type IndexInput,
  type IndexQuery,
  type LexiconInput,
  NONE,
  type Tier,
} from '../../../src/search/format/types.js';
import type { BuildOptions, SearchIndex } from '../../../src/search/index.js';
import { FEW } from '../../../src/search/sets/number-set.js';
import { bitmapFrom } from '../../support/bitmaps.js';

/** Few letters and short words, so that words are shared, begin one another and are one letter apart. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('1', '2'), minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom('é', 'éa', 'éab', '\u{1f600}abc', '\u{1f600}', 'ﬀab', 'ｚabc') },
);
export const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.constant('') },
);

const LEXICONS = ['current', 'former', 'ticker', 'description', 'number', 'key', 'documentKey'] as const;
const COLUMNS = ['filed', 'formed', 'nothing'] as const;
const FORMS = ['4', '10-K', '8-K'] as const;
/** Blank is a value that does not count. */
const VALUES = ['4', '10-K', ''] as const;

export const options: fc.Arbitrary<BuildOptions> = fc.record({
  broadFrom: fc.constantFrom(0, 1, 3, 1000),
  listAtMost: fc.constantFrom(0, 1, 64),
  runsAtMost: fc.constantFrom(0, 2, 1000),
  commonAtMost: fc.constantFrom(0, 1, 1000),
  countedFrom: fc.constantFrom(0, 2, 1000),
  countedStretches: fc.constantFrom(1, 3, 16),
});

/** All documents of a search are lists, some, or none: a service has bitmaps from 16,385 documents on. */
export const maxListed = fc.constantFrom(0, 2, FEW);

export const input: fc.Arbitrary<IndexInput> = fc
  .record({ documentCount: fc.integer({ min: 0, max: 25 }), groupCount: fc.integer({ min: 0, max: 6 }) })
  .chain(({ documentCount, groupCount }) =>
    fc
      .record({
        groups: groups(groupCount, documentCount),
        current: lexicon('current', 'groups', 'words', groupCount),
        former: lexicon('former', 'groups', 'words', groupCount),
        ticker: lexicon('ticker', 'groups', 'whole', groupCount),
        description: lexicon('description', 'documents', 'words', documentCount),
        number: lexicon('number', 'documents', 'whole', documentCount),
        key: lexicon('key', 'groups', 'keys', groupCount),
        documentKey: lexicon('documentKey', 'documents', 'keys', documentCount),
        form: facet('form', documentCount),
        state: facet('state', documentCount),
        valueSets: fc.constantFrom([], [['form']], [['state'], ['form']], [['state', 'form']]),
        filed: days(documentCount).map((values) => values.sort((one, other) => other - one)),
        formed: days(documentCount),
      })
      .map((parts) => ({
        documentKeys: BigUint64Array.from({ length: documentCount }, (_, at) => 2n ** 63n + BigInt(at) * 7n),
        groups: parts.groups,
        lexicons: [
          parts.current,
          parts.former,
          parts.ticker,
          parts.description,
          parts.number,
          parts.key,
          parts.documentKey,
        ],
        facets: [parts.form, parts.state],
        valueSets: parts.valueSets,
        columns: [
          { name: 'filed', values: parts.filed },
          { name: 'formed', values: parts.formed },
          { name: 'nothing', values: new Int32Array(documentCount).fill(NONE) },
        ],
      })),
  );

function lexicon(
  name: string,
  owners: LexiconInput['owners'],
  by: LexiconInput['by'],
  ownerCount: number,
): fc.Arbitrary<LexiconInput> {
  const pairs =
    ownerCount === 0
      ? fc.constant([])
      : fc.array(fc.tuple(text, fc.integer({ min: 0, max: ownerCount - 1 })), { maxLength: 14 });
  const shape = by === 'keys' ? keyOf : (text: string) => text;
  return pairs.map((given) => {
    const entries = given.map(([text, owner]) => [shape(text), owner] as const);
    return { name, owners, by, entries: () => entries };
  });
}

function groups(groupCount: number, documentCount: number): fc.Arbitrary<GroupsInput> {
  return fc.array(members(documentCount), { minLength: groupCount, maxLength: groupCount }).map((lists) => {
    const offsets = new Uint32Array(groupCount + 1);
    lists.forEach((list, at) => {
      offsets[at + 1] = (offsets[at] ?? 0) + list.length;
    });
    return {
      keys: Float64Array.from({ length: groupCount }, (_, at) => 10 * at + 5),
      offsets,
      documents: Uint32Array.from(lists.flat()),
    };
  });
}

function members(documentCount: number): fc.Arbitrary<number[]> {
  if (documentCount === 0) return fc.constant([]);
  return fc
    .uniqueArray(fc.integer({ min: 0, max: documentCount - 1 }))
    .map((list) => list.sort((a, b) => a - b));
}

function facet(name: string, documentCount: number): fc.Arbitrary<FacetInput> {
  return fc
    .tuple(fc.array(members(documentCount), { maxLength: FORMS.length }), fc.constantFrom(FORMS, VALUES))
    .map(([lists, values]) => ({
      name,
      values: new Map(lists.map((list, at) => [values[at] ?? '', bitmapFrom(list)])),
    }));
}

const day = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(NONE, NONE + 1, 2_147_483_647) },
);

function days(documentCount: number): fc.Arbitrary<Int32Array> {
  return fc
    .array(day, { minLength: documentCount, maxLength: documentCount })
    .map((list) => Int32Array.from(list));
}

const bound = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -11, max: 11 }),
  fc.constantFrom(NONE, NONE + 1, 2_147_483_647),
);

const range = fc.record({ column: fc.constantFrom(...COLUMNS, 'unknown'), from: bound, to: bound });

/** Spans of four: the numbers 1 to 4 are the span 0. */
const spans = (column: string, by?: string): CountedFacet => ({
  facet: by === undefined ? 'span' : 'pair',
  spans: {
    column,
    ...(by !== undefined && { by }),
    between: (min, max) =>
      Math.min(Math.abs(min), 100) === Math.abs(min) && Math.min(max, 100) === max
        ? Array.from({ length: 60 }, (_, at) => ({
            value: String(at - 30),
            from: 4 * (at - 30) + 1,
            to: 4 * (at - 30) + 4,
          })).filter(({ from, to }) => to >= min && from <= max)
        : [{ value: 'all', from: NONE + 1, to: 2_147_483_647 }],
  },
});

/** Each facet once. */
export const counted: fc.Arbitrary<CountedFacet[]> = fc
  .tuple(
    fc.option(fc.record({ facet: fc.constantFrom('form', 'unknown') })),
    fc.option(
      fc.record({
        facet: fc.constant('state'),
        or: fc.array(fc.record({ value: fc.constantFrom('4', 'x'), range }), { maxLength: 1 }),
      }),
    ),
    fc.option(fc.constantFrom('filed', 'formed', 'nothing').map((column) => spans(column))),
    fc.option(
      fc
        .tuple(fc.constantFrom('filed', 'formed', 'nothing'), fc.constantFrom('form', 'state', 'unknown'))
        .map(([column, by]) => spans(column, by)),
    ),
  )
  .map((all) => all.filter((one) => one !== null));

/** A key of two fields: the text without blanks, and the lengths of its words. */
export function keyOf(text: string): string {
  const words = text.split(' ');
  return text === '' ? '' : `${words.join('')} ${words.map((word) => [...word].length).join('.')}`;
}

const plainTier = fc.record({
  how: fc.constantFrom('exact', 'prefix', 'words'),
  lexicons: fc.array(fc.constantFrom(...LEXICONS, 'unknown'), { maxLength: 3 }),
});

/** One spelling for two words, so that a text is asked for in another than it was given in. */
const SPELT: Tier['form'] = (text) => ({ text: text.replaceAll(/\bbb\b/g, 'ab') });
const NEVER: Tier['form'] = (text) => (text.length > 3 ? { text } : null);
const formedTier = fc
  .tuple(plainTier, fc.constantFrom(SPELT, NEVER))
  .map(([one, form]): Tier => ({ ...one, form }));

const WHOLE: Tier['form'] = (text) => ({ text: keyOf(text) });
const JOINED: Tier['form'] = (text) => ({ text: text.replaceAll(' ', '') });
const ACCEPTED: Tier['form'] = (text) => ({
  text: text.replaceAll(' ', ''),
  accepts: (name) => name.endsWith(String([...(text.split(' ').at(-1) ?? '')].length)),
});
const keyTier = fc
  .record({
    how: fc.constantFrom('exact', 'prefix'),
    lexicons: fc.constantFrom(['key'], ['documentKey'], ['key', 'documentKey']),
    form: fc.constantFrom(WHOLE, JOINED, ACCEPTED),
  })
  .map((one): Tier => (one.form === WHOLE ? { ...one, whole: true } : one));

const tier: fc.Arbitrary<Tier> = fc.oneof(plainTier, formedTier, keyTier);

/** Mostly small edits of a name that the index holds, so that most queries find something. */
export function query(of: IndexInput): fc.Arbitrary<IndexQuery> {
  const names = of.lexicons
    .filter(({ by }) => by !== 'keys')
    .flatMap((one) => [...one.entries()].map(([name]) => name));
  return fc
    .record({
      text: fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: text },
        { weight: 8, arbitrary: names.length === 0 ? text : fc.constantFrom(...names).chain(edited) },
      ),
      tiers: fc.array(tier, { minLength: 1, maxLength: 5 }),
      also: fc.array(
        fc.record({
          text: names.length === 0 ? text : fc.constantFrom(...names).chain(edited),
          tiers: fc.array(tier, { minLength: 1, maxLength: 2 }),
        }),
        { maxLength: 1 },
      ),
      filters: fc.array(
        fc
          .record({
            facet: fc.constantFrom('form', 'form', 'state', 'unknown'),
            values: fc.array(fc.constantFrom(...FORMS, 'unknown'), { maxLength: 3 }),
            or: fc.option(range, { nil: undefined }),
          })
          .map(({ or, ...filter }) => (or === undefined ? filter : { ...filter, or })),
        { maxLength: 2 },
      ),
      ranges: fc.array(
        fc.tuple(range, fc.boolean()).map(([one, own]) => (own ? { ...one, facet: 'span' } : one)),
        { maxLength: 2 },
      ),
      counted,
      group: fc.option(fc.constantFrom(5, 15, 25, 7), { nil: undefined, freq: 2 }),
      guess: fc.constantFrom('any', 'any', 'careful', 'none'),
      prominent: fc.option(keyTier, { nil: undefined }),
      isTyped: fc.constantFrom(false, false, true),
      order: fc.constantFrom('tiers', 'rank'),
      offset: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 12 }) },
        fc.constantFrom(2 ** 32, 2 ** 52),
      ),
      limit: fc.integer({ min: 0, max: 12 }),
    })
    .map(
      ({ group, prominent, ...rest }): IndexQuery => ({
        ...rest,
        ...(group !== undefined && { group }),
        ...(prominent && { prominent }),
      }),
    );
}

/** The name itself, some of its words in any order, its beginning, or with one letter changed. */
function edited(name: string): fc.Arbitrary<string> {
  const characters = [...name];
  const place = fc.integer({ min: 0, max: characters.length });
  return fc.oneof(
    fc.constant(name),
    fc.shuffledSubarray(name.split(' '), { minLength: 1 }).map((words) => words.join(' ')),
    place.map((at) => characters.slice(0, at).join('')),
    fc
      .tuple(place, fc.integer({ min: 0, max: 1 }), fc.constantFrom('', 'a', 'b', 'x', 'é'))
      .map(([at, removed, put]) => characters.toSpliced(at, removed, put).join('')),
    place.map((at) => characters.toSpliced(at, 2, ...characters.slice(at, at + 2).reverse()).join('')),
  );
}

/** The keys that the index names for the whole of a query, ascending. */
export function keysOf(index: SearchIndex, one: IndexQuery): bigint[] {
  return [...index.keys(one)].flatMap((some) => [...some]).sort(compareKeys);
}

/** The keys of all its hits, ascending. */
export function keysListed(index: SearchIndex, one: IndexQuery): bigint[] {
  const { hits } = index.search({ ...one, offset: 0, limit: 1_000 });
  return hits.map(({ key }) => key).sort(compareKeys);
}

function compareKeys(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
