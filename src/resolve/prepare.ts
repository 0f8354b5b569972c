import { type NormalAddress, normaliseAddress } from './address.js';
import { type NormalName, normaliseNames } from './normalise.js';
import { type NormalPerson, normalisePerson } from './people.js';
import type { Population } from './population.js';
import type { LinkRecord } from './record.js';
import { trigramsOf } from './similarity/trigrams.js';

/** A record made ready once and compared many times. */
export interface Prepared {
  readonly record: LinkRecord;
  readonly names: readonly PreparedName[];
  readonly address: NormalAddress | undefined;
  readonly people: readonly NormalPerson[];
}

export interface PreparedName extends NormalName {
  /** The mass of each token, in token order. */
  readonly masses: readonly number[];
  /** Their sum: how unlikely it is that two bodies chose this name by chance. */
  readonly mass: number;
  readonly trigrams: Uint16Array;
}

export function prepare(record: LinkRecord, population: Population): Prepared {
  return {
    record,
    names: normaliseNames(record.names).map((name) => prepareName(name, population)),
    address: record.address === undefined ? undefined : normaliseAddress(record.address),
    people: (record.people ?? []).flatMap((person) => normalisePerson(person) ?? []),
  };
}

function prepareName(name: NormalName, population: Population): PreparedName {
  const masses = name.tokens.map((token) => population.mass(token));
  return {
    ...name,
    masses,
    mass: masses.reduce((sum, mass) => sum + mass, 0),
    trigrams: trigramsOf(name.compact),
  };
}
