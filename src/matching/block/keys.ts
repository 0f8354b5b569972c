import { wordMass } from '../names/word-mass.js';
import { type KeyedName, namesIn, type Sketch } from './sketch.js';
import { textHash } from './text-hash.js';

/** A reason to compare two records: the hash of what they share, and its weight. */
export interface Key {
  readonly hash: number;
  readonly worth: number;
}

/** All keys by which a record is found. They depend on the record alone, not on what else is loaded. */
export interface Keys {
  /**
   * Each key once. A name with its state is a key in addition to the name, for names that too many records have. States need
   * not agree otherwise: a tenth of the listed filers moved their headquarters within five years.
   */
  readonly keys: readonly Key[];
  /** The beginning and the end of a name, for records that share no key with any other. */
  readonly spare: readonly Key[];
  /** The sum of the weights of the record's keys, for each of its names: sharing many keys counts less if there are many. */
  readonly own: number;
}

export function keysOf(sketch: Sketch): Keys {
  const names = namesIn(sketch);
  const keys = distinct(names.flatMap((name) => [...nameKeys(name), ...stateKeys(name, sketch.state)]));
  if (sketch.houseAndZip !== '') keys.push({ hash: doorKey(sketch.houseAndZip), worth: DOOR_WORTH });
  const own = Math.fround(totalWorth(keys) / Math.max(1, names.length));
  return { keys, spare: distinct(names.flatMap(spareKeys)), own };
}

export function totalWorth(keys: readonly Key[]): number {
  return keys.reduce((sum, key) => sum + key.worth, 0);
}

/** The key shared by all records with the name. */
export function coreKey(core: string): number {
  return textHash(CORE, core);
}

/** The key shared by all records at the house number and ZIP code. */
export function doorKey(houseAndZip: string): number {
  return textHash(DOOR, houseAndZip);
}

function distinct(keys: readonly Key[]): Key[] {
  const seen = new Set<number>();
  return keys.filter(({ hash }) => !seen.has(hash) && seen.add(hash));
}

function stateKeys(name: KeyedName, state: string): Key[] {
  if (state === '') return [];
  return [{ hash: textHash(STATE, `${state} ${name.core}`), worth: massOf(name) * STATE_SHARE }];
}

function massOf({ tokens }: KeyedName): number {
  return tokens.reduce((sum, token) => sum + wordMass(token), 0);
}

function nameKeys(name: KeyedName): Key[] {
  const mass = massOf(name);
  const keys = [
    { hash: coreKey(name.core), worth: 2 * mass },
    { hash: textHash(COMPACT, name.compact), worth: 1 + mass },
  ];
  const rarest = rarestTokens(name);
  for (const [place, { token, mass }] of rarest.entries()) {
    keys.push({ hash: textHash(TOKEN, token), worth: mass });
    for (const other of rarest.slice(place + 1)) {
      const pair = token < other.token ? `${token} ${other.token}` : `${other.token} ${token}`;
      keys.push({ hash: textHash(PAIR, pair), worth: mass + other.mass });
    }
  }
  return keys;
}

function rarestTokens(name: KeyedName) {
  return [...new Set(name.tokens)]
    .map((token) => ({ token, mass: wordMass(token) }))
    .sort((one, other) => other.mass - one.mass || (one.token < other.token ? -1 : 1))
    .slice(0, PAIRED_TOKENS);
}

function spareKeys({ compact }: KeyedName): Key[] {
  return SPARE_LENGTHS.filter((length) => compact.length >= length).flatMap((length) => [
    { hash: textHash(BEGINNING, compact.slice(0, length)), worth: length },
    { hash: textHash(END, compact.slice(-length)), worth: length },
  ]);
}

const CORE = 1;
const COMPACT = 2;
const TOKEN = 3;
const PAIR = 4;
const DOOR = 5;
const BEGINNING = 6;
const END = 7;
const STATE = 8;
const DOOR_WORTH = 12;
/** Share of the mass of the name: less than any key of the name alone, so that another state costs little. */
const STATE_SHARE = 0.5;
/** Five tokens make ten pairs; a longer name uses only its five rarest words. */
const PAIRED_TOKENS = 5;
const SPARE_LENGTHS = [5, 7];
