import { Blocker } from '../../resolve/block/block.js';
import { pack, unpack } from '../../resolve/packed.js';
import { type Population, PopulationCounter } from '../../resolve/population.js';
import { type NormalRecord, normaliseRecord, type Prepared, prepare } from '../../resolve/prepare.js';
import type { LinkRecord } from '../../resolve/record.js';
import type { Catalog, LinkEntity } from '../../store/store.js';
import { entityRecord } from './entity-record.js';

/** Compared per party and register at most; more cost time and gain nothing. */
const CANDIDATES = 50;
/** Prepared records are kept while they are asked for again and again. */
const MOST_PREPARED = 5_000;

/**
 * All live entities that may be linked, each known by its place: found by names and addresses, or by identifier.
 * Normalised records are held as text and read when they are compared.
 */
export class EntityWorld {
  readonly population: Population;
  readonly #records: readonly string[];
  readonly #marks: readonly string[];
  readonly #sources: readonly string[];
  readonly #states: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #byIdentifier: ReadonlyMap<string, readonly number[]>;
  readonly #blocker: Blocker;
  readonly #prepared = new Map<number, Prepared>();

  static async load(catalog: Catalog, onRead: (entities: number) => void): Promise<EntityWorld> {
    const intake = new Intake();
    let entities = 0;
    for await (const page of catalog.scanLinkEntities()) {
      for (const entity of page) intake.add(entity);
      entities += page.length;
      onRead(entities);
    }
    return new EntityWorld(intake);
  }

  private constructor(intake: Intake) {
    this.#records = intake.records;
    this.#marks = intake.marks;
    this.#sources = intake.sources;
    this.#states = intake.states;
    this.#places = intake.places;
    this.#byIdentifier = intake.byIdentifier;
    this.population = intake.population();
    this.#blocker = new Blocker(this.#allPrepared(), (place) => this.sourceAt(place));
  }

  prepare(record: LinkRecord): Prepared {
    return prepare(normaliseRecord(record), this.population);
  }

  /** Of the places that are covered. */
  byName(query: Prepared, isCovered: (place: number) => boolean): readonly number[] {
    return this.#blocker.candidates(query, CANDIDATES, isCovered);
  }

  byIdentifier(identifier: string): readonly number[] {
    return this.#byIdentifier.get(identifier) ?? [];
  }

  placeOf(entity: string): number | undefined {
    return this.#places.get(entity);
  }

  recordAt(place: number): LinkRecord | undefined {
    const text = this.#records[place];
    return text === undefined ? undefined : unpack(text).record;
  }

  sourceAt(place: number): string {
    return this.#sources[place] ?? '';
  }

  /** USPS code, as the record shows it; empty where it shows none. */
  stateAt(place: number): string {
    return this.#states[place] ?? '';
  }

  /** Changes with the entity's content. */
  markAt(place: number): string {
    return this.#marks[place] ?? '';
  }

  prepared(place: number): Prepared | undefined {
    const known = this.#prepared.get(place);
    const text = known ? undefined : this.#records[place];
    if (text === undefined) return known;
    if (this.#prepared.size >= MOST_PREPARED) this.#prepared.clear();
    const made = prepare(unpack(text), this.population);
    this.#prepared.set(place, made);
    return made;
  }

  *#allPrepared(): Generator<Prepared> {
    for (const text of this.#records) yield prepare(unpack(text), this.population);
  }
}

/** Takes entities one by one and counts their names on the way. */
class Intake {
  readonly records: string[] = [];
  readonly marks: string[] = [];
  readonly sources: string[] = [];
  readonly states: string[] = [];
  readonly places = new Map<string, number>();
  readonly byIdentifier = new Map<string, number[]>();
  readonly #counter = new PopulationCounter();
  readonly #companies = new Set<string>();
  readonly #words = new Map<string, string>();

  add(entity: LinkEntity): void {
    const made = entityRecord(entity);
    if (made === undefined) return;
    const normal = normaliseRecord(made.record);
    const place = this.records.push(pack(normal)) - 1;
    this.marks.push(`${entity.id} ${entity.hash}`);
    this.sources.push(this.#once(entity.sourceId));
    this.states.push(this.#once(made.state));
    this.places.set(entity.id, place);
    for (const identifier of made.record.identifiers ?? []) {
      const others = this.byIdentifier.get(identifier);
      if (others) others.push(place);
      else this.byIdentifier.set(identifier, [place]);
    }
    this.#count(normal);
  }

  population(): Population {
    return this.#counter.finish();
  }

  /** One company in several registers, at one door, bears its name once: those are no namesakes. */
  #count(normal: NormalRecord): void {
    const door = normal.address?.door ?? '';
    const company = `${normal.names[0]?.core}\n${door}`;
    if (door !== '' && this.#companies.has(company)) return;
    if (door !== '') this.#companies.add(company);
    this.#counter.add(normal);
  }

  #once(word: string): string {
    const known = this.#words.get(word);
    if (known === undefined) this.#words.set(word, word);
    return known ?? word;
  }
}
