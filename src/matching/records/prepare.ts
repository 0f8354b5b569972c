import { bodyWord, LOCAL_WORDS } from '../names/distinctive-words.js';
import { type NormalName, normaliseNames } from '../names/normalise.js';
import { wordMass } from '../names/word-mass.js';
import { trigramsOf } from '../similarity/trigrams.js';
import { normaliseAddress } from './address.js';
import type { NormalRecord } from './normal-record.js';
import { normalisePerson } from './people.js';
import type { LinkRecord } from './record.js';

/** A normalised record with its names weighted by a population: prepared once and compared many times. */
export interface Prepared extends NormalRecord {
  readonly names: readonly PreparedName[];
}

export interface PreparedName extends NormalName {
  /** The mass of each token, in token order. */
  readonly masses: readonly number[];
  /** Their sum: how unlikely it is that two bodies chose this name by chance. */
  readonly mass: number;
  readonly trigrams: Uint16Array;
  /** The words for a kind of body. */
  readonly bodies: readonly string[];
  /** The first word of a body that serves one place. */
  readonly localWord: string | undefined;
}

export function normaliseRecord(record: LinkRecord): NormalRecord {
  return {
    record,
    names: normaliseNames(record.names),
    address: record.address === undefined ? undefined : normaliseAddress(record.address),
    otherAddresses: (record.otherAddresses ?? []).map(normaliseAddress),
    people: (record.people ?? []).flatMap((person) => normalisePerson(person) ?? []),
  };
}

export function prepare(normal: NormalRecord): Prepared {
  return { ...normal, names: normal.names.map(prepareName) };
}

function prepareName(name: NormalName): PreparedName {
  const masses = name.tokens.map(wordMass);
  const mass = masses.reduce((sum, one) => sum + one, 0);
  return {
    masses,
    mass,
    trigrams: trigramsOf(name.compact),
    bodies: name.tokens.flatMap((token) => bodyWord(token) ?? []),
    localWord: name.tokens.find((token) => LOCAL_WORDS.has(token)),
    // Spread last: adding members to a spread object gives it a hidden class of its own, which slows all its readers.
    ...name,
  };
}
