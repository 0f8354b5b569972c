import { ChunkedUint32 } from '../../collections/chunked-uint32.js';
import { KeyIndex, KeyList } from '../block/key-index.js';
import { TWO_SEEDS, textHash } from '../block/text-hash.js';
import { LOCAL_WORDS } from '../names/distinctive-words.js';
import type { NormalRecord } from '../records/normal-record.js';
import { bodiesOf, KIND, type NameHolder } from './identity.js';

/** The number of holders of a name. */
export interface NameCounts {
  readonly records: number;
  readonly bodies: number;
  /** Bodies with a record in the state. */
  inState(state: string): number;
  /** The states with such bodies, sorted; empty if names are not counted. */
  readonly states: readonly string[];
}

/** Used for names that are not counted: more holders than any decision distinguishes. */
export const VERY_MANY: NameCounts = {
  records: 2 ** 20,
  bodies: 2 ** 20,
  inState: () => 2 ** 20,
  states: [],
};

/** Collects the records of each name: 15 bytes a name and 24 a record. */
export class HolderList {
  readonly keys = new KeyList();
  /** A second hash of each name, because two names may agree in one. */
  readonly others = new ChunkedUint32();
  readonly records = new ChunkedUint32();
  readonly #places = new ChunkedUint32();
  readonly #cities = new ChunkedUint32();
  readonly #doors = new ChunkedUint32();
  readonly #numbers = new ChunkedUint32();
  readonly #ends = new ChunkedUint32();
  readonly #registers = new Codes();
  readonly #states = new Codes();

  add({ names, address, record }: NormalRecord, register: string): void {
    const { state = '', city = '', door = '' } = address ?? {};
    for (const core of new Set(names.map((name) => name.core))) {
      this.keys.add(textHash(SEED, core), this.others.length);
      this.others.push(textHash(OTHER_SEED, core));
      this.records.push(this.#ends.length);
    }
    this.#places.push(this.#registers.of(register) * STATES + this.#states.of(state));
    this.#cities.push(codeOf(city));
    this.#doors.push(codeOf(door));
    for (const identifier of record.identifiers ?? []) this.#numbers.push(numberOf(identifier));
    this.#ends.push(this.#numbers.length);
  }

  at(record: number): NameHolder {
    const place = this.#places.at(record);
    const numbers: number[] = [];
    const start = record === 0 ? 0 : this.#ends.at(record - 1);
    for (let at = start; at < this.#ends.at(record); at++) numbers.push(this.#numbers.at(at));
    return {
      register: Math.floor(place / STATES),
      state: place % STATES,
      city: this.#cities.at(record),
      door: this.#doors.at(record),
      numbers,
    };
  }

  stateOf(code: number): string {
    return this.#states.text(code);
  }
}

/** Counts the holders of a name on request. */
export class NameHolders {
  readonly #list: HolderList;
  readonly #index: KeyIndex;
  readonly #known = new Map<string, NameCounts>();

  constructor(list: HolderList) {
    this.#list = list;
    this.#index = new KeyIndex(list.keys);
  }

  of(core: string): NameCounts {
    const known = this.#known.get(core);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    const counted = this.#count(core);
    this.#known.set(core, counted);
    return counted;
  }

  #count(core: string): NameCounts {
    const holders: NameHolder[] = [];
    const other = textHash(OTHER_SEED, core);
    this.#index.each(textHash(SEED, core), Number.POSITIVE_INFINITY, (entry) => {
      if (this.#list.others.at(entry) === other) holders.push(this.#list.at(this.#list.records.at(entry)));
    });
    return countBodies(core, holders, (code) => this.#list.stateOf(code));
  }
}

/** Counted by state, in an order independent of the order of loads. */
export function countBodies(
  core: string,
  holders: readonly NameHolder[],
  stateOf: (code: number) => string,
): NameCounts {
  const inOrder = holders
    .map((holder) => ({ holder: holder, state: stateOf(holder.state) }))
    .sort((one, other) => (one.state < other.state ? -1 : one.state > other.state ? 1 : 0));
  const bodies = bodiesOf(
    inOrder.map(({ holder }) => holder),
    core.split(' ').some((word) => LOCAL_WORDS.has(word)),
  );
  const byState = new Map<string, Set<number>>();
  for (const [place, { state }] of inOrder.entries()) {
    if (state !== '') byState.set(state, (byState.get(state) ?? new Set()).add(bodies[place] ?? place));
  }
  return {
    records: holders.length,
    bodies: new Set(bodies).size,
    inState: (state) => byState.get(state)?.size ?? 0,
    states: [...byState.keys()],
  };
}

/** A number for a city or an address; 0 if empty. */
export function codeOf(text: string): number {
  return text === '' ? 0 : textHash(SEED, text);
}

/** Maps texts to small numbers; the empty text is 0. */
export class Codes {
  readonly #codes = new Map([['', 0]]);
  readonly #texts = [''];

  of(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  text(code: number): string {
    return this.#texts[code] ?? '';
  }
}

export function numberOf(identifier: string): number {
  const scheme = SCHEMES.indexOf(identifier.slice(0, identifier.indexOf(':')));
  return ((textHash(SEED, identifier) & ~KIND) | (scheme + 1)) >>> 0;
}

const [SEED, OTHER_SEED] = TWO_SEEDS;
const SCHEMES: readonly string[] = ['ein', 'uei', 'cik', 'usdot', 'fdic_cert', 'ubi', 'co_entity'];
/** The number of codes for states and countries. */
const STATES = 2 ** 16;
const MAX_KNOWN = 20_000;
