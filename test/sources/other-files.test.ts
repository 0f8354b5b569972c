import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATASETS } from '../../src/sources/datasets.js';
import { takenBy } from './taken-by.js';

const SAMPLE = join(import.meta.dirname, '../../sample');
const SAMPLED = readdirSync(SAMPLE).filter((name) => name !== 'README.md');
const filesOf = (source: string) =>
  readdirSync(join(SAMPLE, source)).map((name) => join(SAMPLE, source, name));

/** A source, and the one whose files it reads, too. */
const readersOf = (source: string) => {
  const entities = DATASETS.find(({ id }) => id === source)?.filesOf;
  return entities === undefined ? [source] : [entities, source];
};

test.each(SAMPLED)(
  'the files of %s are taken by it, and by no source that has other files',
  async (source) => {
    expect(await takenBy(...filesOf(source))).toEqual(readersOf(source));
  },
);

test.each(SAMPLED)('nor is one of the files of %s alone', async (source) => {
  for (const path of filesOf(source))
    expect(readersOf(source)).toEqual(expect.arrayContaining(await takenBy(path)));
});
