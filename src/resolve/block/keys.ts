import type { Prepared, PreparedName } from '../prepare.js';
import { textHash } from '../text-hash.js';

/** A reason to compare two records: the hash of what they share and how much it tells. */
export interface Key {
  readonly hash: number;
  readonly worth: number;
}

/** Each key once. Never the state: a tenth of the listed filers moved their headquarters within five years. */
export function keysOf(record: Prepared): readonly Key[] {
  const keys = distinct(record.names.flatMap(nameKeys));
  const address = record.address;
  if (address !== undefined && address.house !== '' && address.zip !== '') {
    keys.push({ hash: textHash(DOOR, `${address.house} ${address.zip}`), worth: DOOR_WORTH });
  }
  return keys;
}

function distinct(keys: Key[]): Key[] {
  const seen = new Set<number>();
  return keys.filter(({ hash }) => !seen.has(hash) && seen.add(hash));
}

function nameKeys(name: PreparedName): Key[] {
  const keys = [
    { hash: textHash(CORE, name.core), worth: 2 * name.mass },
    { hash: textHash(COMPACT, name.compact), worth: 1 + name.mass },
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

function rarestTokens(name: PreparedName) {
  return [...new Set(name.tokens)]
    .map((token) => ({ token, mass: name.masses[name.tokens.indexOf(token)] ?? 0 }))
    .sort((one, other) => other.mass - one.mass || (one.token < other.token ? -1 : 1))
    .slice(0, PAIRED_TOKENS);
}

const CORE = 1;
const COMPACT = 2;
const TOKEN = 3;
const PAIR = 4;
const DOOR = 5;
const DOOR_WORTH = 12;
/** Five tokens make ten pairs; a longer name is told by its five rarest words. */
const PAIRED_TOKENS = 5;
