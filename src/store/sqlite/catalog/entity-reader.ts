import type { FoundEntity, LinkEntity, StoredEntity } from '../../store.js';
import type { Sqlite } from '../driver.js';
import type { ReadTurns } from '../read-turns.js';
import { HotRecords } from './hot-records.js';
import type { SourceNumbers } from './source-numbers.js';

/** Read as a list, not an object, and no column more than is needed: a seventh off the time of a lookup. */
type EntityTuple = readonly [
  number: number,
  source: number,
  changedAt: number,
  goneSince: number | null,
  absent: string,
  document: string,
];

type FoundTuple = readonly [...EntityTuple, id: string, hash: string, facets: string];

type LinkTuple = Omit<LinkEntity, 'sourceId'> & { readonly number: number; readonly source: number };

const COLUMNS = 'number, source, changed_at, gone_since, absent, document';
const ROWS_PER_PAGE = 2_000;

export class EntityReader {
  readonly #sources: SourceNumbers;
  readonly #turns: ReadTurns | undefined;
  readonly #hot: HotRecords<string, StoredEntity>;
  readonly #byId;
  readonly #byNumber;
  readonly #facets;
  readonly #page;
  readonly #linkPage;

  /** With turns, what is asked for again and again is kept. */
  constructor(database: Sqlite, sources: SourceNumbers, turns?: ReadTurns, hotKiB?: number) {
    const size = ({ document, absent }: StoredEntity) => document.length + absent.length;
    const asKept = (entity: StoredEntity) => ({ ...entity, isKept: true });
    this.#hot = new HotRecords({ size, mark: ({ number }) => number, asKept }, hotKiB);
    this.#sources = sources;
    this.#turns = turns;
    this.#byId = database
      .prepare<[string], EntityTuple>(`SELECT ${COLUMNS} FROM entities WHERE id = ?`)
      .raw();
    this.#byNumber = database
      .prepare<[number], FoundTuple>(
        `SELECT ${COLUMNS}, id, hash, facets FROM entities JOIN entity_facets USING (number) WHERE number = ?`,
      )
      .raw();
    this.#facets = database.prepare<[number], { number: number; facets: string }>(
      'SELECT number, facets FROM entity_facets WHERE number = ? AND gone = 0',
    );
    this.#page = database.prepare<[number, number], { number: number; facets: string }>(
      'SELECT number, facets FROM entity_facets WHERE number > ? AND gone = 0 ORDER BY number LIMIT ?',
    );
    this.#linkPage = database.prepare<[number, number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities JOIN entity_facets USING (number)
       WHERE number > ? AND gone = 0 ORDER BY number LIMIT ?`,
    );
  }

  get(id: string): StoredEntity | undefined {
    const version = this.#turns?.enter();
    return version === undefined ? this.#read(id) : this.#hot.get(id, version, this.#read);
  }

  async getByNumber(numbers: readonly number[]): Promise<FoundEntity[]> {
    const entities = this.#turns
      ? await this.#turns.readEach(numbers, this.#readByNumber)
      : numbers.map(this.#readByNumber);
    return entities.filter((entity) => entity !== undefined);
  }

  getFacets(numbers: readonly number[]): { number: number; facets: string }[] {
    return numbers.flatMap((number) => this.#facets.get(number) ?? []);
  }

  /** In pages, so that a long scan holds no read lock that would keep the log from being written back. */
  async *scan(): AsyncGenerator<readonly { number: number; facets: string }[]> {
    let last = 0;
    for (;;) {
      const page = this.#page.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page;
      last = page.at(-1)?.number ?? last;
    }
  }

  async *scanForLinks(): AsyncGenerator<readonly LinkEntity[]> {
    for (let last = 0; ; ) {
      const page = this.#linkPage.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page.map((row) => Object.assign(row, { sourceId: this.#sources.idOf(row.source) }));
      last = page.at(-1)?.number ?? last;
    }
  }

  readonly #read = (id: string): StoredEntity | undefined => {
    const row = this.#byId.get(id);
    return row && this.#toEntity(id, row);
  };

  readonly #readByNumber = (number: number): FoundEntity | undefined => {
    const row = this.#byNumber.get(number);
    return row && Object.assign(this.#toEntity(row[6], row), { hash: row[7], facets: row[8] });
  };

  #toEntity(
    id: string,
    [number, source, changedAt, goneSince, absent, document]: EntityTuple | FoundTuple,
  ): StoredEntity {
    const sourceId = this.#sources.idOf(source);
    return { number, id, sourceId, document, absent, changedAt, goneSince, isKept: false };
  }
}
