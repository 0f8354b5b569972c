import { Blocker } from '../../resolve/block/block.js';
import { type Population, PopulationCounter } from '../../resolve/population.js';
import { normaliseRecord, type Prepared, prepare } from '../../resolve/prepare.js';
import type { LinkRecord } from '../../resolve/record.js';
import type { Catalog } from '../../store/store.js';
import { entityRecord } from './entity-record.js';

/** A live entity that may be linked. */
export interface Candidate {
  readonly record: LinkRecord;
  readonly sourceId: string;
  /** USPS code, as the record shows it; empty where it shows none. */
  readonly state: string;
  readonly hash: string;
}

/** Compared per party at most; more cost time and gain nothing. */
const CANDIDATES = 50;
/** Prepared records are kept while they are asked for again and again. */
const MOST_PREPARED = 50_000;

/** All entities as candidates: found by names and addresses, or by identifier. About 500 bytes for each. */
export class EntityWorld {
  readonly population: Population;
  readonly #entities: readonly Candidate[];
  readonly #places = new Map<string, number>();
  readonly #byIdentifier = new Map<string, number[]>();
  readonly #blocker: Blocker;
  readonly #prepared = new Map<number, Prepared>();

  static async load(catalog: Catalog): Promise<EntityWorld> {
    const entities: Candidate[] = [];
    for await (const page of catalog.scanLinkEntities()) {
      for (const entity of page) {
        const made = entityRecord(entity);
        if (made) entities.push({ ...made, sourceId: entity.sourceId, hash: entity.hash });
      }
    }
    return new EntityWorld(entities);
  }

  constructor(entities: readonly Candidate[]) {
    this.#entities = entities;
    entities.forEach(({ record }, place) => {
      this.#places.set(record.id, place);
      for (const identifier of record.identifiers ?? []) {
        this.#byIdentifier.set(identifier, [...(this.#byIdentifier.get(identifier) ?? []), place]);
      }
    });
    this.population = countCompanies(entities);
    this.#blocker = new Blocker(this.#allPrepared());
  }

  prepare(record: LinkRecord): Prepared {
    return prepare(normaliseRecord(record), this.population);
  }

  byName(query: Prepared): readonly number[] {
    return this.#blocker.candidates(query, CANDIDATES);
  }

  byIdentifier(identifier: string): readonly number[] {
    return this.#byIdentifier.get(identifier) ?? [];
  }

  placeOf(entity: string): number | undefined {
    return this.#places.get(entity);
  }

  at(place: number): Candidate | undefined {
    return this.#entities[place];
  }

  prepared(place: number): Prepared | undefined {
    const known = this.#prepared.get(place);
    const entity = this.#entities[place];
    if (known || !entity) return known;
    if (this.#prepared.size >= MOST_PREPARED) this.#prepared.clear();
    const made = this.prepare(entity.record);
    this.#prepared.set(place, made);
    return made;
  }

  *#allPrepared(): Generator<Prepared> {
    for (const { record } of this.#entities) yield this.prepare(record);
  }
}

/** One company in several registers, at one door, bears its name once: those are no namesakes. */
function countCompanies(entities: readonly Candidate[]): Population {
  const counter = new PopulationCounter();
  const counted = new Set<string>();
  for (const { record } of entities) {
    const normal = normaliseRecord(record);
    const door = normal.address?.door ?? '';
    const company = `${normal.names[0]?.core}\n${door}`;
    if (door !== '' && counted.has(company)) continue;
    counted.add(company);
    counter.add(normal);
  }
  return counter.finish();
}
