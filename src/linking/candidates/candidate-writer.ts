import { KeyList } from '../../matching/block/key-index.js';
import { keysOf } from '../../matching/block/keys.js';
import type { CandidateEntity, Candidates } from '../../store/store.js';
import { hashesOf, type LinkedSketch, writeSketch } from './linked-sketch.js';

const ROWS_AT_ONCE = 5_000;
const PARTY_KEYS_AT_ONCE = 2 ** 23;
/** Expected number of keys an entity, rounded up. */
const KEYS_EACH = 14;

/** Stores, during a full run, what the next run needs to read only what has changed. */
export class CandidateWriter {
  readonly #candidates: Candidates;
  #entityKeys = new KeyList();
  #partyKeys = new KeyList();
  #rows: (() => void)[] = [];
  #parties = 0;
  readonly #states = new Map<string, number>();

  constructor(candidates: Candidates, entities: number) {
    this.#candidates = candidates;
    candidates.clear(entities * KEYS_EACH);
  }

  addEntity(entity: CandidateEntity, state: string, hashes: readonly number[]): void {
    for (const hash of hashes) this.#entityKeys.add(hash, entity.number);
    if (state !== '') this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
    this.#write(() => this.#candidates.entities.put(entity));
  }

  endEntities(): void {
    this.#flush();
    const { hashes, records } = this.#entityKeys;
    this.#candidates.entities.addMany(hashes.length, (take) => {
      for (let at = 0; at < hashes.length; at++) take(hashes.at(at), records.at(at));
    });
    this.#entityKeys = new KeyList();
    this.#candidates.together(() => {
      for (const [state, entities] of this.#states) this.#candidates.countState(state, entities);
    });
  }

  addParty(dataset: string, party: string, min: number, sketch: LinkedSketch): void {
    this.#parties += 1;
    const number = this.#parties;
    for (const hash of hashesOf(keysOf(sketch), sketch.identifiers)) this.#partyKeys.add(hash, number);
    this.#write(() =>
      this.#candidates.parties.put({ number, dataset, party, least: min, sketch: writeSketch(sketch) }),
    );
    if (this.#partyKeys.hashes.length >= PARTY_KEYS_AT_ONCE) this.#flushPartyKeys();
  }

  endParties(): void {
    this.#flush();
    this.#flushPartyKeys();
  }

  #write(row: () => void): void {
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_AT_ONCE) this.#flush();
  }

  #flush(): void {
    const rows = this.#rows;
    this.#rows = [];
    this.#candidates.together(() => {
      for (const write of rows) write();
    });
  }

  #flushPartyKeys(): void {
    const { hashes, records } = this.#partyKeys;
    this.#candidates.parties.addMany(hashes.length, (take) => {
      for (let at = 0; at < hashes.length; at++) take(hashes.at(at), records.at(at));
    });
    this.#partyKeys = new KeyList();
  }
}
