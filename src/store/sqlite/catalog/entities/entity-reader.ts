import type { FoundEntity, StoredEntity } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { SharedReadTransactions } from '../../file/shared-read-transactions.js';
import type { SourceNumbers } from '../runs/source-numbers.js';

/** Read as a list, not an object, and no column more than is needed: a seventh off the time of a lookup. */
type EntityTuple = readonly [
  number: number,
  source: number,
  changedAt: number,
  goneSince: number | null,
  run: number,
  absent: string,
  document: string,
];

type KnownTuple = readonly [...EntityTuple, id: string];

type FoundTuple = readonly [...EntityTuple, id: string, hash: string, facets: string];

type EntityRun = Pick<StoredEntity, 'appliedAt' | 'asOf'>;

const NO_RUN: EntityRun = { appliedAt: null, asOf: null };

const COLUMNS = 'number, source, changed_at, gone_since, run, absent, document';

/** Reads entities by id and by number, for requests. */
export class EntityReader {
  readonly #sources: SourceNumbers;
  readonly #turns: SharedReadTransactions | undefined;
  readonly #byId;
  readonly #known;
  readonly #byNumber;
  readonly #mayShareNumbers;
  readonly #run;
  /** Runs that have ended: a few thousand in years. */
  readonly #ended = new Map<number, EntityRun>();

  constructor(database: Sqlite, sources: SourceNumbers, turns?: SharedReadTransactions) {
    this.#sources = sources;
    this.#turns = turns;
    this.#byId = database
      .prepare<[string], EntityTuple>(`SELECT ${COLUMNS} FROM entities WHERE id = ?`)
      .raw();
    this.#known = database
      .prepare<[number], KnownTuple>(`SELECT ${COLUMNS}, id FROM entities WHERE number = ?`)
      .raw();
    this.#mayShareNumbers = database
      .prepare<[number], 0 | 1>(
        `SELECT link_keys IS NOT NULL OR instr(document, '"identifiers"') > 0
           OR EXISTS (SELECT 1 FROM record_numbers WHERE scheme = 'state_number')
         FROM entities WHERE number = ?`,
      )
      .pluck();
    this.#byNumber = database
      .prepare<[number], FoundTuple>(`SELECT ${COLUMNS}, id, hash, facets FROM entities WHERE number = ?`)
      .raw();
    this.#run = database.prepare<[number], EntityRun>(
      'SELECT finished_at AS appliedAt, published_at AS asOf FROM runs WHERE id = ?',
    );
  }

  /** See `Catalog.version`. */
  version(): number | undefined {
    return this.#turns?.enter();
  }

  async getEntity(
    id: string,
    hint: (id: string) => number | undefined = unknown,
  ): Promise<StoredEntity | undefined> {
    this.#turns?.enter();
    return this.#readKnown(id, hint(id)) ?? this.#read(id);
  }

  async mayShareNumbers(number: number): Promise<boolean> {
    this.#turns?.enter();
    return this.#mayShareNumbers.get(number) === 1;
  }

  async getEntitiesByNumber(numbers: readonly number[]): Promise<FoundEntity[]> {
    const entities = this.#turns
      ? await this.#turns.readEach(numbers, this.#readByNumber)
      : numbers.map(this.#readByNumber);
    return entities.filter((entity) => entity !== undefined);
  }

  #read(id: string): StoredEntity | undefined {
    const row = this.#byId.get(id);
    return row && this.#toEntity(id, row);
  }

  /** The record with the number, where it has the id. */
  #readKnown(id: string, number: number | undefined): StoredEntity | undefined {
    const row = number === undefined ? undefined : this.#known.get(number);
    if (row === undefined) return undefined;
    const [, , , , , , , ownId] = row;
    return ownId === id ? this.#toEntity(id, row) : undefined;
  }

  readonly #readByNumber = (number: number): FoundEntity | undefined => {
    const row = this.#byNumber.get(number);
    if (row === undefined) return undefined;
    const [, , , , , , , id, hash, facets] = row;
    return Object.assign(this.#toEntity(id, row), { hash, facets });
  };

  /** An end stays; one that is still to come is looked for each time. */
  #runOf(id: number): EntityRun {
    const known = this.#ended.get(id);
    if (known !== undefined) return known;
    const run = this.#run.get(id) ?? NO_RUN;
    if (run.appliedAt !== null) this.#ended.set(id, run);
    return run;
  }

  #toEntity(
    id: string,
    [number, source, changedAt, goneSince, run, absent, document]: EntityTuple | KnownTuple | FoundTuple,
  ): StoredEntity {
    const sourceId = this.#sources.idOf(source);
    const { appliedAt, asOf } = this.#runOf(run);
    return { number, id, sourceId, document, absent, changedAt, goneSince, appliedAt, asOf };
  }
}

function unknown(): undefined {}
