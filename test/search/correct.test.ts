import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrowableTexts } from '../../src/collections/growable-texts.js';
import type { IndexInput, IndexQuery } from '../../src/search/index.js';
import { FEW_MATCHES, FEW_WORDS } from '../../src/search/query/correction/correct.js';
import { neighbours } from '../../src/search/texts/neighbours.js';
import { SortedTexts } from '../../src/search/texts/sorted-texts.js';
import { budget } from '../support/effort.js';
import { distance } from './model/oracle.js';
import { open, query } from './model/sample.js';

const WORDS: IndexQuery['tiers'] = [{ how: 'words', lexicons: ['name'] }];
const WHOLE_THEN_WORDS: IndexQuery['tiers'] = [{ how: 'exact', lexicons: ['name'], whole: true }, ...WORDS];

function index(...names: readonly string[]) {
  const entries = names.map((name, at) => [name, at] as const);
  return open({
    documentKeys: BigUint64Array.from(names, (_, at) => BigInt(at)),
    lexicons: [{ name: 'name', owners: 'documents', by: 'words', entries: () => entries }],
    facets: [],
    columns: [],
  } satisfies IndexInput);
}

function corrected(names: readonly string[], text: string, tiers = WORDS): string | null {
  return index(...names).search(query(text, { tiers })).corrected;
}

describe('a word that no name bears', () => {
  test.each([
    ['one letter left out', 'johnson bark', 'johnson bank'],
    ['two letters swapped', 'jonhson bank', 'johnson bank'],
    ['one letter too many', 'johnsoon bank', 'johnson bank'],
    ['one letter too few', 'johnon bank', 'johnson bank'],
  ])('becomes its neighbour: %s', (_, text, better) => {
    expect(corrected(['johnson bank'], text)).toBe(better);
  });

  test('becomes the likeliest neighbour: a letter left out or exchanged before one put in or replaced', () => {
    expect(corrected(['amazon', 'aman one', 'aman two', 'amaze one', 'amaze two'], 'amazn')).toBe('amazon');
    expect(corrected(['center', 'cnetra one', 'cnetra two'], 'cneter')).toBe('center');
    expect(corrected(['happy', 'hoppy one', 'hoppy two'], 'happpy')).toBe('happy');
    expect(corrected(['nvidia', 'navidea'], 'nvidea')).toBe('nvidia');
    expect(corrected(['sailpoint', 'sailpoints'], 'sailpointt')).toBe('sailpoint');
  });

  test('becomes what stands beside the other words, two letters away in a long one', () => {
    expect(corrected(['johnson bank', 'jonson mill', 'jenson mill'], 'jonson bank')).toBe('johnson bank');
    expect(corrected(['first pharmaceutical', 'second'], 'first parmaceutcal')).toBe('first pharmaceutical');
    expect(corrected(['pharmaceutical'], 'pharmecutical')).toBe('pharmaceutical');
  });

  test('may have two letters wrong, if few names bear the others', () => {
    expect(corrected(['pistol lake', 'old lake'], 'pitsool lake')).toBe('pistol lake');
    expect(corrected(['oak lane', 'old lake'], 'oka lane')).toBe('oak lane');
    expect(corrected(['oak lane', 'old lake'], 'ok lane')).toBeNull();
  });

  test('may be an abbreviation, or what is abbreviated', () => {
    const names = ['koppers holdings', 'mind solutions inc', 'comm library', 'oak road partners', 'center'];
    expect(corrected(names, 'koppers hldgs')).toBe('koppers holdings');
    expect(corrected(names, 'mind soln inc')).toBe('mind solutions inc');
    expect(corrected(names, 'community library')).toBe('comm library');
    expect(corrected(names, 'oak rd partners')).toBe('oak road partners');
    expect(corrected([...names, 'koppers hldgs'], 'koppers hldgs')).toBeNull();
  });

  test('is one of the words that the caller knows for it, where many names bear the others', () => {
    const many = Array.from({ length: 1_100 }, (_, at) => `first ${at} corp`);
    const held = index(...many, 'first technology corp', 'tech');
    const request = query('first tech corp', { tiers: WHOLE_THEN_WORDS });
    const wordsFor = (word: string) => (word === 'tech' ? ['technologies', 'technology'] : []);
    expect(held.search({ ...request, wordsFor }).corrected).toBe('first technology corp');
    expect(held.search(request)).toMatchObject({ corrected: null, removed: ['tech'] });
  });

  test('becomes two words, or one with its neighbour', () => {
    expect(corrected(['blue grass bank', 'oak'], 'bluegrass bank')).toBe('blue grass bank');
    expect(corrected(['bluegrass bank', 'blue oak', 'grass oak'], 'bank blue grass')).toBe('bank bluegrass');
  });

  test.each([
    ['alone, of four letters: a ticker', 'brka', ['brk']],
    ['alone, with an ending', 'insider', ['inside']],
    ['of two letters: no abbreviation of what it does not begin', 'oak bd partners', ['oak road partners']],
  ])('stays: %s', (_, text, names) => {
    expect(corrected(names, text)).toBeNull();
  });

  test('stays where the query forbids guesses', () => {
    expect(index('amazon').search(query('amazn', { tiers: WORDS, guess: 'none' }))).toMatchObject({
      total: 0,
      corrected: null,
    });
  });

  test('becomes the neighbour that most names bear, then the first in the alphabet', () => {
    expect(corrected(['banks one', 'banks two', 'bands three'], 'banxs')).toBe('banks');
    expect(corrected(['banks one', 'bands two', 'bands three'], 'banxs')).toBe('bands');
    expect(corrected(['banks', 'bands'], 'banxs')).toBe('bands');
  });

  test('counts a neighbour once for a name that repeats it', () => {
    expect(corrected(['banks banks banks', 'bands one', 'bands two'], 'banxs')).toBe('bands');
  });

  test('at the end stands for every word that begins with it, and is not called misspelt', () => {
    const names = index('first bancorp', 'united bancshares first', 'first union');
    const answer = names.search(query('first banc', { tiers: WORDS }));
    expect(answer.hits.map(({ document }) => document)).toEqual([0, 1]);
    expect(answer.corrected).toBeNull();
  });

  test('is shown corrected with a last word that is still being typed', () => {
    expect(corrected(['first bancorp'], 'frist banc')).toBe('first banc');
  });

  test.each([
    ['three letters', 'abd'],
    ['a number', '12346'],
    ['two letters wrong', 'jxhnsxn'],
  ])('stays where a guess would be wild: %s', (_, text) => {
    expect(corrected(['abc', '12345', 'johnson'], text)).toBeNull();
  });
});

describe('correction', () => {
  test('is not tried where any name meets the text, even one that a filter hides', () => {
    const answer = index('jonson', 'johnson').search(
      query('jonson', { tiers: WORDS, filters: [{ facet: 'state', values: ['CT'] }] }),
    );
    expect(answer).toMatchObject({ total: 0, corrected: null });
  });

  test('is not tried in an exact search', () => {
    expect(corrected(['johnson'], 'jonson', [{ how: 'exact', lexicons: ['name'] }])).toBeNull();
  });

  test('that finds nothing is not shown', () => {
    expect(corrected(['johnson', 'bank'], 'jonson bank')).toBeNull();
  });

  test('serves every tier', () => {
    const tiers: IndexQuery['tiers'] = [{ how: 'exact', lexicons: ['name'] }, ...WORDS];
    const answer = index('old johnson', 'johnson').search(query('jonson', { tiers }));
    expect(answer.hits.map(({ document, tier }) => [document, tier])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});

describe('a text with a word too many', () => {
  const tiers: IndexQuery['tiers'] = [{ how: 'exact', lexicons: ['name'], whole: true }, ...WORDS];
  const shortened = (names: readonly string[], text: string) => {
    const { hits, removed } = index(...names).search(query(text, { tiers }));
    return [hits.map(({ document }) => names[document]), removed];
  };

  test('is met without it, and says so', () => {
    expect(shortened(['tesla', 'tesla motors'], 'tesla annual report')).toEqual([
      ['tesla', 'tesla motors'],
      ['annual', 'report'],
    ]);
    expect(shortened(['fort collins mill', 'fort mill'], 'fort collins brewery')).toEqual([
      ['fort collins mill'],
      ['brewery'],
    ]);
  });

  test('keeps a whole name before words of a name, and of as good ones what stands in front', () => {
    expect(shortened(['acme oak', 'oak pine', 'x acme oak'], 'acme oak pine')).toEqual([
      ['acme oak', 'x acme oak'],
      ['pine'],
    ]);
    expect(shortened(['oak pine', 'x acme oak'], 'acme oak pine')).toEqual([['oak pine'], ['acme']]);
  });

  test('keeps the rarest words, whole names above all', () => {
    const common = [
      'stock fund',
      'stock price index',
      'new york mill',
      'greater new york health',
      'find',
      'find elm',
      'find ash',
    ];
    expect(shortened([...common, 'kidoz'], 'kidoz stock price')).toEqual([['kidoz'], ['stock', 'price']]);
    expect(shortened([...common, 'find oak', 'autodesk'], 'find autodesk')).toEqual([['autodesk'], ['find']]);
    expect(shortened([...common, 'encompass health'], 'encompass health new york')).toEqual([
      ['encompass health'],
      ['new', 'york'],
    ]);
  });

  test('is met by nothing where what is left would tell nothing', () => {
    expect(shortened(['acme oak', 'inc'], 'zzzz inc')).toEqual([[], []]);
    expect(shortened(['acme oak'], 'acme pine')).toEqual([[], []]);
  });
});

test('what stands beside a whole name is left out before any word is corrected', () => {
  const names = ['medicure', 'medicine delaware', 'kbr', 'starbucks'];
  const asides = (words: readonly string[]): [number, number][] =>
    words.at(-1) === 'delaware' ? [[0, words.length - 1]] : [];
  const read = (text: string, given: Partial<IndexQuery>) => {
    const request = query(text, { tiers: WHOLE_THEN_WORDS, ...given });
    const { hits, corrected, removed } = index(...names).search(request);
    return [hits.map(({ document }) => names[document]), corrected, removed];
  };
  expect(read('medicure delaware', { asides })).toEqual([['medicure'], null, ['delaware']]);
  expect(read('kbr delaware', { asides })).toEqual([['kbr'], null, ['delaware']]);
  expect(read('medicine delaware', { asides })).toEqual([['medicine delaware'], null, []]);
  expect(read('starbukcs delaware', { asides })).toEqual([['starbucks'], 'starbucks', ['delaware']]);
  expect(read('medicure delaware', {})[1]).toBe('medicine delaware');
  expect(read('medicure delaware', { asides, guess: 'none' })).toEqual([[], null, []]);
});

describe('a text that would take long to guess', () => {
  const many = Array.from({ length: 12 }, (_, at) => `${'abcdefghijkl'[at]}johnson`);
  const misspelt = (count: number) => many.slice(0, count).map((word) => word.replace('nso', 'nos'));

  test('is corrected in five words and not in more, a word that comes again not counted', () => {
    const name = many.join(' ');
    expect(corrected([name], misspelt(5).join(' '))).toBe(many.slice(0, 5).join(' '));
    expect(corrected([name], misspelt(6).join(' '))).toBeNull();
    const twice = [...misspelt(5), ...misspelt(5)].join(' ');
    expect(corrected([name], twice)).toBe([...many.slice(0, 5), ...many.slice(0, 5)].join(' '));
  });

  test('of common words is tried without some of them until half a million bearers were read', () => {
    const words = Array.from({ length: 10 }, (_, at) => String(1_000 + at));
    const found = (bearers: number) => {
      const names = [0, 1].flatMap((odd) => {
        const half = words.filter((_, at) => at % 2 === odd).join(' ');
        return Array.from({ length: bearers }, (_, at) => `${half} ${at}`);
      });
      // The last of 27 rests: without the first three words.
      const answer = index(...names, words.slice(3).join(' ')).search(
        query(words.join(' '), { tiers: WORDS }),
      );
      return answer.total;
    };
    expect(found(15_000)).toBe(1);
    expect(found(25_000)).toBe(0);
  });

  test('ends with the beginning of all its words where many words begin so, if few names have the others', () => {
    const words = Array.from({ length: FEW_WORDS + 1 }, (_, at) => `ban${at}`);
    const all = index(...words.map((word) => `first ${word}`), 'first other', 'ban second');
    expect(all.search(query('first ban', { tiers: WORDS })).total).toBe(0);
    const answer = index(...words.map((word) => `first ${word}`), 'first other').search(
      query('first ban', { tiers: WORDS }),
    );
    expect(answer).toMatchObject({ total: FEW_WORDS + 1, corrected: null });
  });

  test('ends with a beginning that tells too little: many words begin so, and many names have the others', () => {
    const words = Array.from({ length: FEW_WORDS + 1 }, (_, at) => `ban${at}`);
    const others = Array.from({ length: FEW_MATCHES }, (_, at) => `first ${at}`);
    const found = (names: readonly string[]) =>
      index(...names).search(query('first ban', { tiers: WORDS })).total;
    expect(found([...words.slice(1).map((word) => `first ${word}`), ...others])).toBe(FEW_WORDS);
    expect(found([...words.map((word) => `last ${word}`), 'first ban7', ...others.slice(1)])).toBe(1);
    expect(found([...words.map((word) => `first ${word}`), ...others])).toBe(0);
  });
});

test('neighbours are exactly the words at Damerau-Levenshtein distance 1', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (words, request) => {
      const sorted = words.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      const texts = new GrowableTexts();
      for (const one of sorted) texts.push(one);
      const found = neighbours(new SortedTexts(texts.bytes, texts.starts), request);
      const expected = sorted.filter((one) => distance([...one], [...request]) === 1);
      expect([...found].sort((a, b) => a - b).map((number) => sorted[number])).toEqual(expected);
    }),
    { numRuns: budget(500) },
  );
});
