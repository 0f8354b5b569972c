import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { SecFact } from '../../src/domain/sec/sec.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';
import { readDrafts, readFacts } from './read-source.js';

const SAMPLE = join(import.meta.dirname, '../../sample');
const SAMPLED = SOURCES.filter(({ id }) => existsSync(join(SAMPLE, id)));

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}

describe('the bundled sample', () => {
  test.each(SAMPLED)('$id is read whole, and nothing is warned of', async (source) => {
    const files = filesOf(join(SAMPLE, source.id));
    expect(files).not.toEqual([]);
    const outcome =
      source.kind === 'entities'
        ? await readDrafts(source, files)
        : await readFacts(source, files, () => undefined);
    expect(outcome.warnings).toEqual({});
  });

  test('holds 200 businesses, each with a key of its own, and an officer, an agent and a filing somewhere', async () => {
    const entities = SAMPLED.filter((source) => source.kind === 'entities');
    const drafts: (EntityDraft & { source: string })[] = [];
    for (const source of entities) {
      const read = await readDrafts(source, filesOf(join(SAMPLE, source.id)));
      drafts.push(...read.drafts.map((draft) => ({ ...draft, source: source.id })));
    }
    expect(drafts).toHaveLength(200);
    expect(new Set(drafts.map(({ source, key }) => `${source} ${key}`)).size).toBe(200);
    expect(drafts.filter(({ officers = [] }) => officers.length > 0).length).toBeGreaterThan(50);
    expect(drafts.filter(({ registeredAgent }) => registeredAgent).length).toBeGreaterThan(100);
    expect(drafts.filter(({ filings = [] }) => filings.length > 0).length).toBeGreaterThan(50);
  });

  test('holds twelve filers with five to twenty filings each', async () => {
    const source = SOURCES.find(({ id }) => id === 'us_sec_submissions');
    if (source?.kind !== 'sec') throw new Error('no submissions');
    const facts: SecFact[] = [];
    await readFacts(source, filesOf(join(SAMPLE, source.id)), (fact) => facts.push(fact));
    const ciks = facts.filter(({ kind }) => kind === 'filer').map(({ cik }) => cik);
    expect(ciks).toHaveLength(12);
    for (const cik of ciks) {
      const filings = facts.filter((fact) => fact.kind === 'filing' && fact.cik === cik);
      expect(filings.length, String(cik)).toBeGreaterThanOrEqual(5);
      expect(filings.length, String(cik)).toBeLessThanOrEqual(24);
    }
  });

  test('is of sources of the catalogue only', () => {
    const folders = readdirSync(SAMPLE).filter((name) => name.startsWith('us_'));
    const sampled = new Set([...SAMPLED, ...DATASETS].map(({ id }) => id));
    expect(folders.filter((id) => !sampled.has(id))).toEqual([]);
  });

  test('is smaller than 150 KB', () => {
    const sizes = SOURCES.flatMap(({ id }) => filesOf(join(SAMPLE, id))).map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
  });
});
