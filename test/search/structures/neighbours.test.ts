import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { neighbours, neighboursAtTwo } from '../../../src/search/texts/neighbours.js';
import { SortedTexts } from '../../../src/search/texts/sorted-texts.js';

/** So many that the branches of no and one character are wide ones, whose ends are kept. */
const COUNT = 12_000;
const LETTERS = ['a', 'b', 'é', '漢'];
const word = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 8 }).map((all) => all.join(''));

let words: readonly string[];
let sorted: SortedTexts;

beforeAll(() => {
  const sampled = fc.sample(word, { numRuns: 5 * COUNT, seed: 1 });
  words = [...new Set(sampled)]
    .slice(0, COUNT)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  expect(words).toHaveLength(COUNT);
  const texts = words.map((one) => Buffer.from(one));
  const starts = new Uint32Array(COUNT + 1);
  for (const [at, { length }] of texts.entries()) starts[at + 1] = (starts[at] as number) + length;
  sorted = new SortedTexts(Buffer.concat(texts), starts);
});

it('finds the words at distance 1, and at distance 2 those that begin the same', () => {
  fc.assert(
    fc.property(word, (request) => {
      const distances = words.map((one) => distance([...request], [...one]));
      const at = (max: number) => words.filter((_, place) => (distances[place] as number) <= max);
      const others = (found: Iterable<number>) =>
        [...found].map((number) => words[number]).filter((one) => one !== request);
      expect(new Set(others(neighbours(sorted, request)))).toEqual(
        new Set(at(1).filter((one) => one !== request)),
      );

      const atTwo = new Set(others(neighboursAtTwo(sorted, request)));
      const start = [...request].slice(0, 3).join('');
      if ([...start].length === 3)
        for (const one of at(2)) if (one !== request && one.startsWith(start)) expect(atTwo).toContain(one);
      for (const one of at(1)) if (one !== request) expect(atTwo).toContain(one);
      for (const one of atTwo) expect(at(2)).toContain(one);
    }),
    { numRuns: 15 },
  );
});

it('gives one number for each beginning at distance 1', () => {
  fc.assert(
    fc.property(word, (request) => {
      const found = [...neighbours(sorted, request, 'beginning')].map((number) => [
        ...(words[number] as string),
      ]);
      const begins = (one: readonly string[]) =>
        [-1, 0, 1].some(
          (more) => distance([...request], one.slice(0, Math.max(0, [...request].length + more))) <= 1,
        );
      expect(found.every(begins)).toBe(true);
      expect(found.length > 0).toBe(words.some((one) => begins([...one])));
    }),
    { numRuns: 50 },
  );
});

/** Damerau-Levenshtein, no character edited twice. */
function distance(one: readonly string[], other: readonly string[]): number {
  const rows = [[0, ...other.map((_, at) => at + 1)]];
  for (const [at, letter] of one.entries()) {
    const above = rows[at] as number[];
    const row = [at + 1];
    for (const [place, own] of other.entries()) {
      let min = Math.min(
        (above[place + 1] as number) + 1,
        (row[place] as number) + 1,
        (above[place] as number) + (letter === own ? 0 : 1),
      );
      if (at > 0 && place > 0 && letter === other[place - 1] && one[at - 1] === own)
        min = Math.min(min, ((rows[at - 1] as number[])[place - 1] as number) + 1);
      row.push(min);
    }
    rows.push(row);
  }
  return (rows.at(-1) as number[]).at(-1) as number;
}

it('gives one number for each first field at distance 2 or less', () => {
  const keys = words.flatMap((one, at) => (at % 2 === 0 ? [`${one} a`, `${one} b`] : [`${one} c`]));
  const texts = keys.map((one) => Buffer.from(one)).sort(Buffer.compare);
  const starts = new Uint32Array(texts.length + 1);
  for (const [at, { length }] of texts.entries()) starts[at + 1] = (starts[at] as number) + length;
  const sortedKeys = new SortedTexts(Buffer.concat(texts), starts);
  fc.assert(
    fc.property(word, (request) => {
      const near = [...neighboursAtTwo(sortedKeys, request, 'fields')].map(
        (at) => sortedKeys.text(at).split(' ')[0],
      );
      const expected = words.filter((one) => distance([...request], [...one]) <= 2);
      expect(near.sort()).toEqual([...expected].sort());
    }),
    { numRuns: 15 },
  );
});
