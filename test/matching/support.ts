import { type Population, PopulationCounter } from '../../src/matching/population/population.js';
import { normaliseRecord, type Prepared, prepare } from '../../src/matching/records/prepare.js';
import type { LinkRecord } from '../../src/matching/records/record.js';

/** A record of one name in a state, with whatever else a test is about. */
export function record(id: string, name: string, state = '', more: Partial<LinkRecord> = {}): LinkRecord {
  const address = { street: '', city: '', state, zip: '' };
  return { id, names: [{ text: name, kind: 'current' }], address, ...more };
}

export function populationOf(records: readonly LinkRecord[]): Population {
  const counter = new PopulationCounter();
  for (const one of records) counter.add(normaliseRecord(one));
  return counter.finish();
}

/** Ten thousand records of invented names, all of different words, so that no name in a test is common. */
export const FILLER: readonly LinkRecord[] = Array.from({ length: 10_000 }, (_, index) =>
  record(`filler${index}`, `filler${index} word${index % 97}`, stateOf(index)),
);

function stateOf(index: number): string {
  return ['ME', 'CT', 'AL', 'KS'][index % 4] ?? '';
}

export function prepareOne(name: string): Prepared {
  return prepare(normaliseRecord(record('one', name)));
}
