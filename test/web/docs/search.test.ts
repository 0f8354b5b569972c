import { expect, test } from 'vitest';
import { contentOf } from '../../../src/web/docs/guides/content.js';
import type { Guide } from '../../../src/web/docs/guides/library.js';
import { DocsSearch, WordIndex } from '../../../src/web/docs/guides/search.js';

const OPEN_API = {
  info: { title: '', version: '', description: '' },
  paths: {},
  components: { parameters: {}, headers: {}, schemas: {} },
};

/** In which turn of the event loop each document was parsed. */
function library(texts: readonly string[], parsed: number[], turn: () => number): readonly Guide[] {
  return texts.map((text, at) => ({
    ...{ path: `/docs/${at}`, file: `${at}.md`, group: 'Use', summary: contentOf(text).summary },
    text: () => text,
    parse: () => {
      parsed.push(turn());
      return contentOf(text);
    },
  }));
}

test('the first search parses one document in a turn of the event loop, and the next ones none', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const parsed: number[] = [];
  const texts = ['# One\n\nA purse.', '# Two\n\nA purse and a key.', '# Three\n\nNothing.'];
  const search = new DocsSearch(
    library(texts, parsed, () => turn),
    () => OPEN_API,
  );
  const [first, second] = await Promise.all([search.find('purse'), search.find('key purse')]);
  isOver = true;
  expect(first.hits.map(({ path }) => path)).toEqual(['/docs/0', '/docs/1']);
  expect(second.hits.map(({ path }) => path)).toEqual(['/docs/1']);
  await search.find('nothing');
  expect(parsed).toHaveLength(3);
  expect(new Set(parsed).size).toBe(3);
});

test('documents that could not be read are read again at the next search', async () => {
  const [guide] = library(['# One\n\nA purse.'], [], () => 0);
  if (!guide) throw new Error('There is no guide.');
  let isAway = true;
  const parse = () => {
    if (isAway) throw new Error('The disk is away.');
    return guide.parse();
  };
  const search = new DocsSearch([{ ...guide, summary: guide.summary, parse }], () => OPEN_API);
  await expect(search.find('purse')).rejects.toThrow('away');
  isAway = false;
  expect((await search.find('purse')).total).toBe(1);
});

test('words are counted by their beginnings, as a look at each of them does', () => {
  const places = [['car', 'cart', 'care', 'car'], [], ['cat', 'dog'], ['carts', 'ca', '2024', 'éclair']];
  const index = new WordIndex(places);
  for (const beginning of ['c', 'ca', 'car', 'cart', 'carts', 'cartsx', 'd', 'é', '2', 'zz', '\uffff']) {
    const looked = places.map((words) => words.filter((word) => word.startsWith(beginning)).length);
    expect([beginning, [...index.countsOf(beginning)]]).toEqual([beginning, looked]);
    const whole = places.map((words) => words.filter((word) => word === beginning).length);
    expect([beginning, [...index.countsOfWhole(beginning)]]).toEqual([beginning, whole]);
  }
});
