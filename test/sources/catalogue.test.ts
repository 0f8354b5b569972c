import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SecFact } from '../../src/domain/sec/sec.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { defineSource, type Source } from '../../src/sources/declare/index.js';
import { SOURCES } from '../../src/sources/index.js';
import { inputsOf, pathOf, readsNothingOf, sameIdSpace, withoutSample, wrongPath } from './checks.js';
import { readDrafts, readFacts } from './read-source.js';

const TESTS = import.meta.dirname;
const SOURCE_FILES = join(TESTS, '../../src/sources');

describe('the catalogue', () => {
  test('every source has a sample and an expectation', () => {
    expect(SOURCES.flatMap((source) => withoutSample(source.id, TESTS))).toEqual([]);
  });

  test('every source is declared in the file that its id names', async () => {
    const faults = await Promise.all(SOURCES.map((source) => wrongPath(source.id, SOURCE_FILES)));
    expect(faults.flat()).toEqual([]);
  });

  test('no two sources share a state and a tag', () => {
    expect(sameIdSpace(SOURCES)).toEqual([]);
  });

  test('every table names the form of its keys, those that gather rows included', () => {
    const tables = [
      ...SOURCES.flatMap((source) =>
        source.kind === 'entities' ? [[source.id, source.tables] as const] : [],
      ),
      ...DATASETS.flatMap(({ id, input }) => (input.kind === 'tables' ? [[id, input.tables] as const] : [])),
    ].flatMap(([id, all]) =>
      Object.entries(all).map(([table, layout]) => ({ id: `${id}.${table}`, ...layout })),
    );
    const without = tables.filter(({ keys, groupBy = [] }) =>
      [groupBy].flat().some((column) => keys[column] === undefined),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
    // The release of 2020 has no number of the loan.
    const keyless = tables.filter(({ keys }) => Object.keys(keys).length === 0);
    expect(keyless.map(({ id }) => id)).toEqual(['us_sba_ppp.release2020']);
  });

  test('every declared column is read', async () => {
    const entities = SOURCES.filter((source) => source.kind === 'entities');
    const faults = await Promise.all(
      entities.map((source) => readsNothingOf(source, inputsOf(source.id, TESTS))),
    );
    expect(faults.flat()).toEqual([]);
  });
});

describe.each(SOURCES)('$id', (source) => {
  test('makes of its sample what is expected, and warns of what it should', async () => {
    const path = join(TESTS, pathOf(source.id), 'expected.json');
    const outcome = JSON.stringify(await outcomeOf(source), null, 1);
    if (process.env.UPDATE === source.id) writeFileSync(path, `${outcome}\n`);
    expect(JSON.parse(outcome)).toEqual(JSON.parse(readFileSync(path, 'utf8')));
  });
});

describe('a fault of the catalogue is told in one plain sentence', () => {
  const twin = defineSource({
    id: 'us_co_twins',
    title: 'Twins',
    agency: { name: 'Nobody', level: 'state', url: 'https://example.com' },
    licence: 'public domain',
    every: 'day',
    fetch: { kind: 'manual', how: 'Invent it.' },
    layout: 'unverified',
    recordClass: 'registry_entity',
    idScheme: 'portal',
    state: 'CO',
    publishes: {},
    expect: { min: 1 },
    columns: ['entityid', 'entityname', 'entitystatus', 'principalcity'],
    keys: {},
    record: (row) => ({ key: row.need('entityid'), name: row.take('entityname') ?? '' }),
  });

  test('a source without a sample', () => {
    expect(withoutSample('us_zz_nothing', TESTS)).toEqual([
      'us_zz_nothing has no sample: put input files and expected.json into test/sources/us/zz/nothing.',
    ]);
  });

  test('an id that is not its path', async () => {
    expect(await wrongPath('us_co_elsewhere', SOURCE_FILES)).toEqual([
      'us_co_elsewhere is not declared in src/sources/us/co/elsewhere.ts.',
    ]);
  });

  test('two sources with one state and tag', () => {
    expect(sameIdSpace([...SOURCES, twin])).toEqual([
      'us_co_business_entities and us_co_twins share the ids CO:<key>: give one of them a tag.',
    ]);
  });

  test('a declared column that nothing reads', async () => {
    expect(await readsNothingOf(twin, inputsOf('us_co_business_entities', TESTS))).toEqual([
      'us_co_twins declares columns that record() never reads: entitystatus, principalcity.',
    ]);
  });
});

async function outcomeOf(source: Source): Promise<unknown> {
  const inputs = inputsOf(source.id, TESTS);
  if (source.kind === 'entities') return await readDrafts(source, inputs);
  const facts: SecFact[] = [];
  const { scopes, warnings } = await readFacts(source, inputs, (fact) => facts.push(fact));
  return { facts, scopes, warnings };
}
