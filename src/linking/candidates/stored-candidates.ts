import { type BlockedRecords, Blocker } from '../../matching/block/block.js';
import { orderOf } from '../../matching/block/keyed-list.js';
import { coreKey, doorKey, type Keys, keysOf } from '../../matching/block/keys.js';
import { sketchOf } from '../../matching/block/sketch.js';
import { MAX_COUNTED } from '../../matching/population/population.js';
import {
  type CountedRecord,
  type CountedRecords,
  StoredPopulation,
} from '../../matching/population/stored-population.js';
import type { NormalRecord } from '../../matching/records/normal-record.js';
import { normaliseRecord, type Prepared, prepare } from '../../matching/records/prepare.js';
import type { LinkRecord } from '../../matching/records/record.js';
import type { CandidateEntity, Candidates, Catalog } from '../../store/store.js';
import { CANDIDATES, type EntityWorld, MAX_PREPARED } from './candidates.js';
import { entityRecord } from './entity-record.js';
import { type LinkedSketch, readSketch } from './linked-sketch.js';
import { lookupHash } from './lookup-hash.js';

/** The catalog and the stored candidates differ in version: a full run is required. */
export class StoredCandidatesError extends Error {
  override readonly name = 'StoredCandidatesError';
}

/** A stored entity with values derived from it. */
interface CachedEntity extends CandidateEntity {
  readonly sketched: LinkedSketch;
  readonly keys: Keys;
}

/** The candidates after the last run and all later changes. Entities are identified by their numbers. */
export class StoredWorld implements EntityWorld {
  #population: StoredPopulation;
  readonly #catalog: Catalog;
  readonly #candidates: Candidates;
  readonly #blocker: Blocker;
  readonly #cache = new Map<number, CachedEntity>();
  readonly #records = new Map<number, NormalRecord>();
  readonly #prepared = new Map<number, Prepared>();

  constructor(catalog: Catalog, candidates: Candidates) {
    this.#catalog = catalog;
    this.#candidates = candidates;
    this.#population = new StoredPopulation(this.#counted());
    this.#blocker = new Blocker({
      each: (hash, max, found) => candidates.entities.withKey(hash, max)?.forEach(found),
      own: (number) => this.cached(number).keys.own,
      register: (number) => this.sourceAt(number),
      order: (number) => orderOf(this.cached(number).id),
    });
  }

  get population(): StoredPopulation {
    return this.#population;
  }

  /** Clears the caches after entities changed. */
  forget(): void {
    this.#cache.clear();
    this.#records.clear();
    this.#prepared.clear();
    this.#population = new StoredPopulation(this.#counted());
  }

  cached(number: number): CachedEntity {
    const known = this.#cache.get(number);
    if (known) return known;
    const row = this.#candidates.entities.get(number);
    if (!row) throw new StoredCandidatesError(`The entity ${number} is not among the candidates.`);
    const sketched = readSketch(row.sketch);
    const made = { ...row, sketched, keys: keysOf(sketched) };
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(number, made);
    return made;
  }

  /** Reads the entities that a decision compares. */
  async read(places: Iterable<number>): Promise<void> {
    if (this.#records.size >= MAX_PREPARED) {
      this.#records.clear();
      this.#prepared.clear();
    }
    const missing = [...new Set(places)].filter((place) => !this.#records.has(place));
    for (const entity of await this.#catalog.entities.getForLinking(missing)) {
      const made = entityRecord(entity);
      if (made && entity.id === this.cached(entity.number).id) {
        this.#records.set(entity.number, normaliseRecord(made.record));
      }
    }
    const lost = missing.find((place) => !this.#records.has(place));
    if (lost !== undefined) throw new StoredCandidatesError(`The entity ${lost} is not in the catalog.`);
  }

  prepare(record: LinkRecord): Prepared {
    return prepare(normaliseRecord(record));
  }

  byName(query: Prepared, isCovered: (place: number) => boolean): BlockedRecords {
    return this.#blocker.candidates(keysOf(sketchOf(query)), CANDIDATES, isCovered);
  }

  byIdentifier(identifier: string): readonly number[] {
    const found = this.#candidates.entities.withKey(lookupHash('identifier', identifier), MAX_COUNTED) ?? [];
    return found.filter((number) => this.cached(number).sketched.identifiers.includes(identifier));
  }

  placeOf(entity: string): number | undefined {
    const found = this.#candidates.entities.withKey(lookupHash('id', entity), MAX_COUNTED) ?? [];
    return found.find((number) => this.cached(number).id === entity);
  }

  recordAt(place: number): LinkRecord {
    return this.#recordOf(place).record;
  }

  sourceAt(place: number): string {
    return this.cached(place).source;
  }

  stateAt(place: number): string {
    return this.cached(place).state;
  }

  markAt(place: number): string {
    return this.cached(place).mark;
  }

  prepared(place: number): Prepared {
    const known = this.#prepared.get(place);
    if (known) return known;
    const made = prepare(this.#recordOf(place));
    this.#prepared.set(place, made);
    return made;
  }

  #recordOf(place: number): NormalRecord {
    const record = this.#records.get(place);
    if (!record) throw new StoredCandidatesError(`The entity ${place} was not read.`);
    return record;
  }

  #counted(): CountedRecords {
    const records = (hash: number, isMeant: (sketch: LinkedSketch) => boolean) =>
      this.#candidates.entities.withKey(hash, MAX_COUNTED)?.flatMap((number): CountedRecord[] => {
        const { source, sketched } = this.cached(number);
        return isMeant(sketched) ? [{ ...sketched, register: source }] : [];
      });
    return {
      bearing: (core) => records(coreKey(core), ({ cores }) => cores.includes(core)),
      atHouse: (house) => records(doorKey(house), ({ houseAndZip }) => houseAndZip === house),
      states: () => this.#candidates.states(),
    };
  }
}

const MAX_CACHED = 50_000;
