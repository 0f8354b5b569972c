import { createHash } from 'node:crypto';
import type { Party } from '../../../../domain/records/dataset.js';
import type { StoredParty } from '../../../store.js';

/** Distinct names, people or identifiers that are kept of one party: the newest. The largest recipients have dozens. */
const MAX_DISTINCT = 1_000;

/**
 * One party out of all its records, which are added oldest first: all names, people and identifiers, the newest first;
 * of what a body has once, what the newest record that tells it says. Memory is bounded, however many records there are.
 */
export class PartyUnion {
  readonly #key: string;
  readonly #names = new NewestDistinct<Party['names'][number]>();
  readonly #people = new NewestDistinct<string>();
  readonly #identifiers = new NewestDistinct<NonNullable<Party['identifiers']>[number]>();
  #address: Party['address'];
  #incorporationState: Party['incorporationState'];
  #activeYear: number | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  add({ names, people, identifiers, address, incorporationState, activeYear }: Party): void {
    this.#names.add(names);
    this.#people.add(people ?? []);
    this.#identifiers.add(identifiers ?? []);
    this.#address = address ?? this.#address;
    this.#incorporationState = incorporationState ?? this.#incorporationState;
    if (activeYear !== undefined) this.#activeYear = Math.min(activeYear, this.#activeYear ?? activeYear);
  }

  stored(): StoredParty {
    const party: Party = {
      key: this.#key,
      names: this.#names.list(),
      ...(this.#address && { address: this.#address }),
      ...(this.#incorporationState !== undefined && { incorporationState: this.#incorporationState }),
      people: this.#people.list(),
      identifiers: this.#identifiers.list(),
      ...(this.#activeYear !== undefined && { activeYear: this.#activeYear }),
    };
    const hash = createHash('sha1').update(JSON.stringify(party)).digest('hex').slice(0, 16);
    return { party, hash };
  }
}

/** The distinct values of lists that come oldest first, as if the lists were read newest first. */
class NewestDistinct<Value> {
  /** In the order of their newest list, the oldest first; of one list the last value first. */
  readonly #values = new Map<string, Value>();

  add(list: readonly Value[]): void {
    for (const value of list.toReversed()) {
      const text = JSON.stringify(value);
      this.#values.delete(text);
      this.#values.set(text, value);
    }
    if (this.#values.size <= 2 * MAX_DISTINCT) return;
    for (const text of this.#values.keys()) {
      if (this.#values.size <= MAX_DISTINCT) return;
      this.#values.delete(text);
    }
  }

  list(): Value[] {
    return [...this.#values.values()].toReversed().slice(0, MAX_DISTINCT);
  }
}
