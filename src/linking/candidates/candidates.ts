import type { FacetRows } from '../../indexing/rows/facets.js';
import { type BlockedRecords, Blocker } from '../../matching/block/block.js';
import { KeyIndex } from '../../matching/block/key-index.js';
import { keysOf } from '../../matching/block/keys.js';
import { sketchOf } from '../../matching/block/sketch.js';
import { recordOf, unpack } from '../../matching/population/packed.js';
import { MAX_COUNTED, type Population } from '../../matching/population/population.js';
import { normaliseRecord, type Prepared, prepare } from '../../matching/records/prepare.js';
import type { LinkRecord } from '../../matching/records/record.js';
import type { Catalog } from '../../store/store.js';
import { Intake, type Marks } from './candidate-builder.js';
import type { CandidateWriter } from './candidate-writer.js';
import { type LookupKind, lookupHash } from './lookup-hash.js';
import type { TextFile } from './text-file.js';

/** Maximum number of candidates compared for one party and register; more cost time and gain nothing. */
export const CANDIDATES = 50;
/** Capacity of the cache of prepared records. */
export const MAX_PREPARED = 5_000;

/**
 * All live entities that may be linked, each identified by its place. They are found by names and addresses, or by identifier.
 */
export interface EntityWorld {
  readonly population: Population;
  prepare(record: LinkRecord): Prepared;
  /** Searches covered places only. */
  byName(query: Prepared, isCovered: (place: number) => boolean): BlockedRecords;
  byIdentifier(identifier: string): readonly number[];
  placeOf(entity: string): number | undefined;
  recordAt(place: number): LinkRecord;
  sourceAt(place: number): string;
  /** USPS code as shown in the record; empty if it has none. */
  stateAt(place: number): string;
  /** Changes with the entity's content. */
  markAt(place: number): string;
  prepared(place: number): Prepared;
}

/** All entities of the catalog. Normalised records are stored in a file and read when they are compared; must be closed. */
export class LoadedWorld implements EntityWorld {
  readonly population: Population;
  readonly #records: TextFile;
  readonly #marks: Marks;
  readonly #sources: FacetRows;
  readonly #states: FacetRows;
  readonly #lookups: KeyIndex;
  readonly #blocker: Blocker;
  readonly #prepared = new Map<number, Prepared>();

  /** `folder`: for the file of records, half a kilobyte each. */
  static async load(
    catalog: Catalog,
    folder: string,
    candidates: CandidateWriter,
    onRead: (entities: number) => void,
  ): Promise<LoadedWorld> {
    const intake = new Intake(folder, candidates);
    try {
      let entities = 0;
      for await (const page of catalog.entities.scanForLinking()) {
        for (const entity of page) intake.add(entity);
        entities += page.length;
        onRead(entities);
      }
      candidates.endEntities();
      return new LoadedWorld(intake);
    } catch (error) {
      intake.records.close();
      throw error;
    }
  }

  private constructor(intake: Intake) {
    this.#records = intake.records;
    this.#marks = intake.marks;
    this.#sources = intake.sources;
    this.#states = intake.states;
    this.#lookups = new KeyIndex(intake.lookups);
    this.population = intake.counter.finish();
    intake.keyed.seal();
    this.#blocker = new Blocker(intake.keyed);
  }

  close(): void {
    this.#records.close();
  }

  prepare(record: LinkRecord): Prepared {
    return prepare(normaliseRecord(record));
  }

  byName(query: Prepared, isCovered: (place: number) => boolean): BlockedRecords {
    return this.#blocker.candidates(keysOf(sketchOf(query)), CANDIDATES, isCovered);
  }

  byIdentifier(identifier: string): readonly number[] {
    return this.#known('identifier', identifier, ({ identifiers = [] }) => identifiers.includes(identifier));
  }

  placeOf(entity: string): number | undefined {
    return this.#known('id', entity, ({ id }) => id === entity)[0];
  }

  recordAt(place: number): LinkRecord {
    return recordOf(this.#records.at(place));
  }

  sourceAt(place: number): string {
    return this.#sources.valueOf(place);
  }

  stateAt(place: number): string {
    return this.#states.valueOf(place);
  }

  markAt(place: number): string {
    return this.#marks.at(place);
  }

  prepared(place: number): Prepared {
    const known = this.#prepared.get(place);
    if (known !== undefined) return known;
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    const made = prepare(unpack(this.#records.at(place)));
    this.#prepared.set(place, made);
    return made;
  }

  /** Two texts may share a hash, so the record is checked. */
  #known(kind: LookupKind, text: string, isMeant: (record: LinkRecord) => boolean): number[] {
    const places: number[] = [];
    this.#lookups.each(lookupHash(kind, text), MAX_COUNTED, (place) => places.push(place));
    return places.filter((place) => isMeant(this.recordAt(place)));
  }
}
