import { Blocker } from '../../src/matching/block/block.js';
import { KeyedList } from '../../src/matching/block/keyed-list.js';
import { keysOf } from '../../src/matching/block/keys.js';
import { sketchOf } from '../../src/matching/block/sketch.js';
import { type Population, PopulationCounter } from '../../src/matching/population/population.js';
import type { NormalRecord } from '../../src/matching/records/normal-record.js';
import { normaliseRecord, type Prepared, prepare } from '../../src/matching/records/prepare.js';
import type { LinkRecord } from '../../src/matching/records/record.js';

/** The side that is searched: its population, and the candidates it offers a query. */
export interface World {
  readonly population: Population;
  candidates(query: Prepared): readonly Prepared[];
}

/** Compared per query at most; more cost time and gain nothing. */
export const CANDIDATES = 50;

/** A whole reference: at most `max` candidates are found by keys. */
export function referenceWorld(records: readonly LinkRecord[], max: number): World {
  const normal = records.map(normaliseRecord);
  const population = countAll(normal);
  const prepared = normal.map((record) => prepare(record));
  const keyed = new KeyedList();
  for (const record of normal) keyed.add(record.record.id, keysOf(sketchOf(record)));
  const blocker = new Blocker(keyed);
  const find = (query: Prepared) => blocker.candidates(keysOf(sketchOf(query)), max).records;
  return {
    population,
    candidates: (query) => find(query).flatMap((number) => prepared[number] ?? []),
  };
}

/** Candidates given with each query; they are all the population there is. */
export function givenWorld(byQuery: ReadonlyMap<string, readonly LinkRecord[]>): World {
  const records = new Map([...byQuery.values()].flat().map((record) => [record.id, normaliseRecord(record)]));
  const population = countAll([...records.values()]);
  return {
    population,
    candidates: (query) =>
      (byQuery.get(query.record.id) ?? []).map((record) => prepare(normaliseRecord(record))),
  };
}

function countAll(records: readonly NormalRecord[]): Population {
  const counter = new PopulationCounter();
  for (const record of records) counter.add(record);
  return counter.finish();
}
