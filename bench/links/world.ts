import { normaliseAddress } from '../../src/resolve/address.js';
import { Blocker } from '../../src/resolve/block/block.js';
import { normaliseNames } from '../../src/resolve/normalise.js';
import { type Population, PopulationCounter } from '../../src/resolve/population.js';
import { type Prepared, prepare } from '../../src/resolve/prepare.js';
import type { LinkRecord } from '../../src/resolve/record.js';
import type { Query } from './suite.js';

/** The side that is searched: its population, and the candidates it offers a query. */
export interface World {
  readonly population: Population;
  prepare(query: Query): Prepared;
  candidates(query: Prepared): readonly Prepared[];
}

/** A whole reference: candidates are found by keys. */
export function referenceWorld(records: readonly LinkRecord[], most: number): World {
  const population = countAll(records);
  const prepared = records.map((record) => prepare(record, population));
  const blocker = new Blocker(prepared);
  return {
    population,
    prepare: (query) => prepare(query.record, population),
    candidates: (query) => blocker.candidates(query, most).flatMap((number) => prepared[number] ?? []),
  };
}

/** Candidates given with each query; they are all the population there is. */
export function givenWorld(byQuery: ReadonlyMap<string, readonly LinkRecord[]>): World {
  const records = new Map([...byQuery.values()].flat().map((record) => [record.id, record]));
  const population = countAll([...records.values()]);
  const prepared = new Map(
    [...byQuery].map(([query, own]) => [query, own.map((record) => prepare(record, population))]),
  );
  return {
    population,
    prepare: (query) => prepare(query.record, population),
    candidates: (query) => prepared.get(query.record.id) ?? [],
  };
}

function countAll(records: readonly LinkRecord[]): Population {
  const counter = new PopulationCounter();
  for (const record of records) {
    const address = record.address === undefined ? undefined : normaliseAddress(record.address);
    counter.add(normaliseNames(record.names), address?.state ?? '', address?.door ?? '');
  }
  return counter.finish();
}
