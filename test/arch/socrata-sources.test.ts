import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../../src/sources/index.js';
import { pathOf } from '../sources/checks.js';

const MOST_LINES = 80;

/** Those whose declaration names one dataset of a Socrata portal, whether or not single records are asked for. */
const oneTable = SOURCES.filter(
  (source) =>
    source.kind === 'entities' &&
    Object.keys(source.tables).length === 1 &&
    source.fetch.kind === 'urls' &&
    source.fetch.urls.every((url) => /\/api\/views\/\w{4}-\w{4}\/rows\.csv/.test(url)),
);

describe('a Socrata source of one table', () => {
  it.each(oneTable.map(({ id }) => id))('%s is at most 80 lines', (id) => {
    const text = readFileSync(resolve('src/sources', `${pathOf(id)}.ts`), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it('is what most state sources are', () => {
    expect(oneTable.length).toBeGreaterThan(12);
  });
});
