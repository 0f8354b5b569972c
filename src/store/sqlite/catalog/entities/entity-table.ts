import type { EntityFacets } from '../../../../domain/entity-facets.js';
import type {
  Entities,
  EntityIds,
  ExportedEntity,
  FoundEntity,
  FoundFacets,
  LinkEntity,
  SortedPage,
  SortOrder,
  StoredEntity,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { SharedReadTransactions } from '../../file/shared-read-transactions.js';
import type { SourceNumbers } from '../runs/source-numbers.js';
import { asLists, type Lists, parsed } from '../staging/listed-columns.js';
import type { LinkedOfficerTable } from './linked-officers.js';
import { sortedEntities } from './sorted-entities.js';

/** Read as an array of only the needed columns, which takes a seventh off the time of a lookup. */
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

type LinkTuple = Omit<LinkEntity, 'sourceId'> & { readonly source: number };

/** Read as an array, not an object. */
type ExportedTuple = readonly [
  number: number,
  id: string,
  source: number,
  changedAt: number,
  document: string,
];

const ROWS_PER_PAGE = 2_000;
/** If at least one in this many rows of a range is requested, the whole range is read at once. */
const DENSE_IS_ONE_IN = 4;

/**
 * Reads entities by id and by number, and scans them in pages: a scan in one statement would hold a read lock and so block
 * checkpoints.
 */
export class EntityTable implements Entities {
  readonly #database: Sqlite;
  readonly #sources: SourceNumbers;
  readonly #turns: SharedReadTransactions | undefined;
  readonly #byId;
  readonly #known;
  readonly #byNumber;
  readonly #mayShareNumbers;
  readonly #run;
  /** Runs that have ended: a few thousand after years. */
  readonly #ended = new Map<number, EntityRun>();
  readonly #officers: LinkedOfficerTable;
  readonly #facets;
  readonly #facetsOf;
  readonly #links;
  readonly #linkOf;
  readonly #highest;
  readonly #ids;
  readonly #range;
  readonly #one;

  constructor(
    database: Sqlite,
    sources: SourceNumbers,
    officers: LinkedOfficerTable,
    turns?: SharedReadTransactions,
  ) {
    this.#database = database;
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
    this.#officers = officers;
    this.#facetsOf = database
      .prepare<[number], string>('SELECT facets FROM entities WHERE number = ? AND gone_since IS NULL')
      .pluck();
    this.#facets = database
      .prepare<[number, number], Lists>(
        asLists(
          ['number', 'facets'],
          'FROM entities WHERE number > ? AND gone_since IS NULL ORDER BY number LIMIT ?',
          ['facets'],
        ),
      )
      .raw();
    this.#links = database.prepare<[number, number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities WHERE number > ? AND gone_since IS NULL ORDER BY number LIMIT ?`,
    );
    this.#linkOf = database.prepare<[number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities WHERE number = ? AND gone_since IS NULL`,
    );
    const exported = 'SELECT number, id, source, changed_at, document FROM entities';
    this.#range = database
      .prepare<[number, number], ExportedTuple>(`${exported} WHERE number BETWEEN ? AND ? ORDER BY number`)
      .raw();
    this.#one = database.prepare<[number], ExportedTuple>(`${exported} WHERE number = ?`).raw();
    this.#highest = database.prepare<[], number | null>('SELECT max(number) FROM entities').pluck();
    this.#ids = database
      .prepare<[string, number, number], Lists>(
        asLists(['id', 'number'], 'FROM entities WHERE id > ? AND number <= ? ORDER BY id LIMIT ?'),
      )
      .raw();
  }

  version(): number | undefined {
    return this.#turns?.enter();
  }

  async get(
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

  async getByNumber(numbers: readonly number[]): Promise<FoundEntity[]> {
    const entities = this.#turns
      ? await this.#turns.readEach(numbers, this.#readByNumber)
      : numbers.map(this.#readByNumber);
    return entities.filter((entity) => entity !== undefined);
  }

  #read(id: string): StoredEntity | undefined {
    const row = this.#byId.get(id);
    return row && this.#toEntity(id, row);
  }

  /** The record with the number if it has the id. */
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

  /** Runs that have ended are cached; others are read each time. */
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

  async *scanFacets(): AsyncGenerator<readonly FoundFacets[]> {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const [numbers, facets]: [number[], EntityFacets[]] = parsed(this.#facets.get(last, ROWS_PER_PAGE));
      yield this.#officers.addTo(
        numbers.map((number, at) => ({ number, facets: facets[at] as EntityFacets })),
      );
      last = numbers.at(-1);
    }
  }

  async getFacets(numbers: readonly number[]): Promise<readonly FoundFacets[]> {
    const found = numbers.flatMap((number) => {
      const facets = this.#facetsOf.get(number);
      return facets === undefined ? [] : { number, facets: JSON.parse(facets) as EntityFacets };
    });
    return this.#officers.addTo(found);
  }

  async *scanForLinking(): AsyncGenerator<readonly LinkEntity[]> {
    for (let last = 0; ; ) {
      const page = this.#links.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page.map((row) => Object.assign(row, { sourceId: this.#sources.idOf(row.source) }));
      last = page.at(-1)?.number ?? last;
    }
  }

  async getForLinking(numbers: readonly number[]): Promise<LinkEntity[]> {
    return numbers.flatMap((number) => {
      const row = this.#linkOf.get(number);
      return row ? Object.assign(row, { sourceId: this.#sources.idOf(row.source) }) : [];
    });
  }

  async readByNumber(numbers: readonly number[]): Promise<ExportedEntity[]> {
    const [first = 0, last = -1] = [numbers[0], numbers.at(-1)];
    const isDense = last - first < numbers.length * DENSE_IS_ONE_IN;
    const rows = isDense ? this.#range.all(first, last) : numbers.flatMap((number) => this.#one.all(number));
    const found: ExportedEntity[] = [];
    let at = 0;
    for (const [number, id, source, changedAt, document] of rows) {
      while ((numbers[at] ?? number) < number) at += 1;
      if (numbers[at] !== number) continue;
      found.push({ number, id, sourceId: this.#sources.idOf(source), changedAt, document });
    }
    return found;
  }

  async sorted(numbers: readonly number[], order: SortOrder, page: SortedPage) {
    return sortedEntities(this.#database, numbers, order, page);
  }

  ids() {
    const max = this.#highest.get() ?? 0;
    return { max, pages: this.#idsUpTo(max) };
  }

  async *#idsUpTo(number: number): AsyncGenerator<EntityIds> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const [ids, numbers]: [string[], number[]] = parsed(this.#ids.get(last, number, ROWS_PER_PAGE));
      yield { ids, numbers };
      last = ids.at(-1);
    }
  }
}

function unknown(): undefined {}
